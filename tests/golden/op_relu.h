/* Written by make_ops.py. */
/* clang-format off */
static const double golden_relu_plain_in0[] = {1.079, 1.691, 0.635, 0.496, -0.182, -1.59, -1.577,
    1.033, 1.02, 1.836, -1.471, 0.473};
static const double golden_relu_plain_in0_grad[] = {0.686, 1.106, 0.94, 0.554, 0.0, 0.0, 0.0, 1.482,
    1.024, 0.583, 0.0, 0.943};
static const double golden_relu_plain_out[] = {1.079, 1.691, 0.635, 0.496, 0.0, 0.0, 0.0, 1.033,
    1.02, 1.836, 0.0, 0.473};
static const double golden_relu_plain_out_grad[] = {0.686, 1.106, 0.94, 0.554, 0.877, 0.717, 0.613,
    1.482, 1.024, 0.583, 1.206, 0.943};
static const golden golden_relu_plain = {1, {{2, {3, 4}, golden_relu_plain_in0,
    golden_relu_plain_in0_grad}}, {2, {3, 4}, golden_relu_plain_out, golden_relu_plain_out_grad}};
static const double golden_relu_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_relu_extreme_in0_grad[] = {0.0, 0.0, 0.0, 0.525, 0.977, 1.204};
static const double golden_relu_extreme_out[] = {0.0, 0.0, 0.0, 1e-09, 2.5, 40.0};
static const double golden_relu_extreme_out_grad[] = {1.051, 1.046, 1.414, 0.525, 0.977, 1.204};
static const golden golden_relu_extreme = {1, {{2, {2, 3}, golden_relu_extreme_in0,
    golden_relu_extreme_in0_grad}}, {2, {2, 3}, golden_relu_extreme_out,
    golden_relu_extreme_out_grad}};
