/* Written by make_ops.py. */
/* clang-format off */
static const double golden_scale_in0[] = {-0.052, -1.721, -1.177, -1.103, 0.082, -1.986, -0.888,
    0.756, 0.078, 0.472};
static const double golden_scale_in0_grad[] = {-1.75, -2.317, -1.35625, -1.93725, -1.54525, -1.617,
    -0.88725, -1.6047500000000001, -2.4604999999999997, -1.95125};
static const double golden_scale_out[] = {0.091, 3.01175, 2.05975, 1.93025, -0.14350000000000002,
    3.4755, 1.554, -1.323, -0.1365, -0.826};
static const double golden_scale_out_grad[] = {1.0, 1.324, 0.775, 1.107, 0.883, 0.924, 0.507, 0.917,
    1.406, 1.115};
static const golden golden_scale = {1, {{2, {2, 5}, golden_scale_in0, golden_scale_in0_grad}}, {2,
    {2, 5}, golden_scale_out, golden_scale_out_grad}};
