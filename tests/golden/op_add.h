/* Written by make_ops.py. */
/* clang-format off */
static const double golden_add_same_in0[] = {-1.465, -0.363, -0.083, 1.415, 0.576, -1.553, 0.108,
    -0.798, -0.217, -0.011, 1.089, -1.739};
static const double golden_add_same_in0_grad[] = {1.422, 1.041, 1.215, 1.163, 1.076, 0.522, 0.971,
    1.205, 0.929, 0.846, 0.747, 1.385};
static const double golden_add_same_in1[] = {0.869, -1.218, -0.317, 0.198, -0.191, 1.776, -1.527,
    1.653, -1.49, 0.768, 1.462, 1.14};
static const double golden_add_same_in1_grad[] = {1.422, 1.041, 1.215, 1.163, 1.076, 0.522, 0.971,
    1.205, 0.929, 0.846, 0.747, 1.385};
static const double golden_add_same_out[] = {-0.5960000000000001, -1.581, -0.4, 1.613,
    0.38499999999999995, 0.2230000000000001, -1.4189999999999998, 0.855, -1.707, 0.757, 2.551,
    -0.5990000000000002};
static const double golden_add_same_out_grad[] = {1.422, 1.041, 1.215, 1.163, 1.076, 0.522, 0.971,
    1.205, 0.929, 0.846, 0.747, 1.385};
static const golden golden_add_same = {2, {{2, {3, 4}, golden_add_same_in0,
    golden_add_same_in0_grad}, {2, {3, 4}, golden_add_same_in1, golden_add_same_in1_grad}}, {2, {3,
    4}, golden_add_same_out, golden_add_same_out_grad}};
static const double golden_add_row_in0[] = {0.53, 0.385, -0.318, -1.23, 1.503, 0.878, -1.386, 1.608,
    0.675, -0.078, -0.605, -0.973};
static const double golden_add_row_in0_grad[] = {1.479, 0.832, 1.486, 0.521, 1.16, 0.991, 1.101,
    1.209, 1.414, 0.766, 0.546, 1.411};
static const double golden_add_row_in1[] = {0.175, -0.237, 0.891, -0.958};
static const double golden_add_row_in1_grad[] = {4.053, 2.589, 3.133, 3.141};
static const double golden_add_row_out[] = {0.7050000000000001, 0.14800000000000002, 0.573,
    -2.1879999999999997, 1.678, 0.641, -0.4949999999999999, 0.6500000000000001, 0.8500000000000001,
    -0.315, 0.28600000000000003, -1.931};
static const double golden_add_row_out_grad[] = {1.479, 0.832, 1.486, 0.521, 1.16, 0.991, 1.101,
    1.209, 1.414, 0.766, 0.546, 1.411};
static const golden golden_add_row = {2, {{2, {3, 4}, golden_add_row_in0, golden_add_row_in0_grad},
    {1, {4}, golden_add_row_in1, golden_add_row_in1_grad}}, {2, {3, 4}, golden_add_row_out,
    golden_add_row_out_grad}};
static const double golden_add_outer_in0[] = {1.35, 1.26, -1.246};
static const double golden_add_outer_in0_grad[] = {3.989, 3.7310000000000003, 3.6599999999999997};
static const double golden_add_outer_in1[] = {-1.155, 0.612, 0.036, 0.791};
static const double golden_add_outer_in1_grad[] = {2.839, 3.075, 3.01, 2.456};
static const double golden_add_outer_out[] = {0.19500000000000006, 1.9620000000000002,
    1.3860000000000001, 2.141, 0.10499999999999998, 1.8719999999999999, 1.296, 2.051, -2.401,
    -0.634, -1.21, -0.45499999999999996};
static const double golden_add_outer_out_grad[] = {0.611, 1.339, 1.426, 0.613, 0.917, 0.885, 0.684,
    1.245, 1.311, 0.851, 0.9, 0.598};
static const golden golden_add_outer = {2, {{2, {3, 1}, golden_add_outer_in0,
    golden_add_outer_in0_grad}, {2, {1, 4}, golden_add_outer_in1, golden_add_outer_in1_grad}}, {2,
    {3, 4}, golden_add_outer_out, golden_add_outer_out_grad}};
static const double golden_add_rank4_in0[] = {0.107, -1.18, 1.183, -1.823, -0.479, 0.493, 1.416,
    1.765, -1.811, -0.06, 0.542, -1.427};
static const double golden_add_rank4_in0_grad[] = {1.3599999999999999, 1.813, 2.044, 2.197, 2.326,
    2.374, 2.3120000000000003, 2.198, 2.124, 2.852, 1.638, 2.487};
static const double golden_add_rank4_in1[] = {0.215, -1.772, 1.748, 1.359};
static const double golden_add_rank4_in1_grad[] = {6.452000000000001, 6.752999999999999, 5.352,
    7.168};
static const double golden_add_rank4_out[] = {0.322, -2.952, 1.3980000000000001,
    -3.5949999999999998, -0.264, -1.279, 1.855, 0.17900000000000005, 2.931, -0.46399999999999997,
    1.2690000000000001, 1.8519999999999999, 1.631, -0.007000000000000117, -1.5959999999999999,
    -1.832, 0.757, -3.199, 3.1639999999999997, 3.1239999999999997, -0.06299999999999994, 1.299,
    2.29, -0.06800000000000006};
static const double golden_add_rank4_out_grad[] = {0.856, 0.946, 1.28, 0.758, 1.07, 1.452, 0.504,
    0.867, 0.764, 1.439, 1.256, 0.922, 1.195, 0.936, 1.125, 1.408, 0.926, 1.253, 1.117, 1.262,
    0.999, 1.444, 0.712, 1.234};
static const golden golden_add_rank4 = {2, {{4, {2, 1, 3, 2}, golden_add_rank4_in0,
    golden_add_rank4_in0_grad}, {3, {2, 1, 2}, golden_add_rank4_in1, golden_add_rank4_in1_grad}},
    {4, {2, 2, 3, 2}, golden_add_rank4_out, golden_add_rank4_out_grad}};
