/* Written by make_ops.py. */
/* clang-format off */
static const double golden_add_column_in0[] = {-1.922, -0.352, -0.581, -0.725, 1.355, -1.346, 1.016,
    -0.194, -0.78, -1.063, -1.615, 1.463, 1.413, 0.724, 0.893};
static const double golden_add_column_in0_grad[] = {1.174, 0.835, 0.741, 1.484, 0.798, 1.203, 1.442,
    0.772, 0.962, 1.121, 1.234, 0.724, 1.096, 0.872, 0.862};
static const double golden_add_column_in1[] = {-1.672, -0.882, -1.972, -0.653, -1.804, 0.761, 0.827,
    1.917, -0.209, 0.484, -1.714, -1.753};
static const double golden_add_column_in1_grad[] = {0.0, 0.0, -2.6035209999999998, 0.0, 0.0, 0.0,
    -2.5129019999999995, 0.0, 0.0, 0.0, -2.034719, 0.0};
static const double golden_add_column_in2[] = {-0.722, -0.837, 1.37, -0.933, -1.317};
static const double golden_add_column_out[] = {-0.498216, -0.9490939999999999, 0.6565079999999999,
    0.9255639999999999, 0.6628010000000001, 0.08861799999999986, -1.6856400000000002, 0.93899,
    -3.1281800000000004, 0.7768760000000001, -2.386591, 3.062162, 4.010124, -0.365159,
    3.1503379999999996};
static const double golden_add_column_out_grad[] = {1.174, 0.835, 0.741, 1.484, 0.798, 1.203, 1.442,
    0.772, 0.962, 1.121, 1.234, 0.724, 1.096, 0.872, 0.862};
static const golden golden_add_column = {3, {{2, {5, 3}, golden_add_column_in0,
    golden_add_column_in0_grad}, {2, {3, 4}, golden_add_column_in1, golden_add_column_in1_grad}, {1,
    {5}, golden_add_column_in2, NULL}}, {2, {5, 3}, golden_add_column_out,
    golden_add_column_out_grad}};
