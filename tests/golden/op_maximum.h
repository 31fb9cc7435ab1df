/* Written by make_ops.py. */
/* clang-format off */
static const double golden_maximum_in0[] = {1.348, 0.788, -1.625, -1.536, -0.615, -1.552, 1.287,
    -0.822, 1.93, 1.639, -1.658, 1.9};
static const double golden_maximum_in0_grad[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.223, 0.0, 0.612,
    0.589, 0.0, 0.789};
static const double golden_maximum_in1[] = {1.778, 1.64, 0.524, 0.972, 1.409, -0.159, 0.303, 0.007,
    1.295, 0.306, -0.138, 0.972};
static const double golden_maximum_in1_grad[] = {1.005, 0.71, 0.836, 0.539, 0.862, 0.952, 0.0,
    1.107, 0.0, 0.0, 1.438, 0.0};
static const double golden_maximum_in2[] = {-0.231, 1.428, -1.112, -1.127, 0.214, -1.895, 0.937,
    -0.504, 0.979, -0.341, -1.26, 1.639};
static const double golden_maximum_in2_grad[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0};
static const double golden_maximum_out[] = {1.778, 1.64, 0.524, 0.972, 1.409, -0.159, 1.287, 0.007,
    1.93, 1.639, -0.138, 1.9};
static const double golden_maximum_out_grad[] = {1.005, 0.71, 0.836, 0.539, 0.862, 0.952, 1.223,
    1.107, 0.612, 0.589, 1.438, 0.789};
static const golden golden_maximum = {3, {{2, {3, 4}, golden_maximum_in0, golden_maximum_in0_grad},
    {2, {3, 4}, golden_maximum_in1, golden_maximum_in1_grad}, {2, {3, 4}, golden_maximum_in2,
    golden_maximum_in2_grad}}, {2, {3, 4}, golden_maximum_out, golden_maximum_out_grad}};
