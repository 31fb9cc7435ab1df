/* Written by make_ops.py. */
/* clang-format off */
static const double golden_slice_in0[] = {0.243, -0.331, 0.834, 1.339, 0.73, -1.843, 1.332, -1.76,
    1.589, -1.362, 0.201, 0.638, 0.865, -0.476, -1.615, 0.446, 1.821, 0.355, -0.94, -1.458, -0.781,
    -1.728, 1.211, -1.67};
static const double golden_slice_in0_grad[] = {0.0, 0.0, 0.0, 1.499, 1.325, 1.365, 1.051, 1.494,
    0.522, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.001, 1.347, 0.702, 0.878, 1.4, 1.086, 0.0, 0.0, 0.0};
static const double golden_slice_out[] = {1.339, 0.73, -1.843, 1.332, -1.76, 1.589, 0.446, 1.821,
    0.355, -0.94, -1.458, -0.781};
static const double golden_slice_out_grad[] = {1.499, 1.325, 1.365, 1.051, 1.494, 0.522, 1.001,
    1.347, 0.702, 0.878, 1.4, 1.086};
static const golden golden_slice = {1, {{3, {2, 4, 3}, golden_slice_in0, golden_slice_in0_grad}},
    {3, {2, 2, 3}, golden_slice_out, golden_slice_out_grad}};
