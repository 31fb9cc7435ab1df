/* Written by make_ops.py. */
/* clang-format off */
static const double golden_max_all_in0[] = {-1.248, 1.907, -0.329, 1.4, 0.417, -0.672, -1.728,
    -1.463, -0.862, 1.803, -0.341, 1.419};
static const double golden_max_all_in0_grad[] = {0.0, 0.851, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0};
static const double golden_max_all_out[] = {1.907};
static const double golden_max_all_out_grad[] = {0.851};
static const golden golden_max_all = {1, {{2, {3, 4}, golden_max_all_in0, golden_max_all_in0_grad}},
    {1, {1}, golden_max_all_out, golden_max_all_out_grad}};
static const double golden_max_axis0_in0[] = {1.913, 0.535, 1.908, 0.526, 1.253, 1.469, -0.58,
    0.957, 1.976, -1.72, -1.192, 1.9};
static const double golden_max_axis0_in0_grad[] = {0.0, 0.0, 1.263, 0.0, 0.0, 1.072, 0.0, 0.0,
    1.229, 0.0, 0.0, 0.893};
static const double golden_max_axis0_out[] = {1.976, 1.469, 1.908, 1.9};
static const double golden_max_axis0_out_grad[] = {1.229, 1.072, 1.263, 0.893};
static const golden golden_max_axis0 = {1, {{2, {3, 4}, golden_max_axis0_in0,
    golden_max_axis0_in0_grad}}, {1, {4}, golden_max_axis0_out, golden_max_axis0_out_grad}};
static const double golden_max_axis1_in0[] = {1.9, -0.447, 0.843, 0.296, 1.874, 0.098, -1.141,
    0.272, -0.499, -0.071, -1.699, 0.67, 1.825, 0.103, 1.101, -0.874, 1.725, -0.39, -0.374, 0.249,
    -0.875, -0.616, 0.125, 0.743};
static const double golden_max_axis1_in0_grad[] = {1.438, 0.0, 0.861, 0.0, 0.0, 1.087, 0.0, 0.0,
    0.0, 0.0, 0.0, 1.305, 1.203, 1.177, 1.498, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.133};
static const double golden_max_axis1_out[] = {1.9, 0.098, 0.843, 0.67, 1.825, 0.103, 1.101, 0.743};
static const double golden_max_axis1_out_grad[] = {1.438, 1.087, 0.861, 1.305, 1.203, 1.177, 1.498,
    1.133};
static const golden golden_max_axis1 = {1, {{3, {2, 3, 4}, golden_max_axis1_in0,
    golden_max_axis1_in0_grad}}, {2, {2, 4}, golden_max_axis1_out, golden_max_axis1_out_grad}};
