/* Written by make_ops.py. */
/* clang-format off */
static const double golden_concat_axis0_in0[] = {-0.416, -1.894, -1.311, 1.281, -0.055, 1.188};
static const double golden_concat_axis0_in0_grad[] = {0.788, 1.385, 1.46, 1.227, 1.028, 1.108};
static const double golden_concat_axis0_in1[] = {0.78, -0.834, 0.164};
static const double golden_concat_axis0_in1_grad[] = {1.09, 0.889, 0.855};
static const double golden_concat_axis0_in2[] = {1.365, -0.595, -1.723, -0.934, 0.508, -0.895,
    0.402, -0.516, -0.889};
static const double golden_concat_axis0_in2_grad[] = {0.611, 1.117, 1.182, 0.905, 1.053, 1.227,
    1.486, 0.942, 0.771};
static const double golden_concat_axis0_out[] = {-0.416, -1.894, -1.311, 1.281, -0.055, 1.188, 0.78,
    -0.834, 0.164, 1.365, -0.595, -1.723, -0.934, 0.508, -0.895, 0.402, -0.516, -0.889};
static const double golden_concat_axis0_out_grad[] = {0.788, 1.385, 1.46, 1.227, 1.028, 1.108, 1.09,
    0.889, 0.855, 0.611, 1.117, 1.182, 0.905, 1.053, 1.227, 1.486, 0.942, 0.771};
static const golden golden_concat_axis0 = {3, {{2, {2, 3}, golden_concat_axis0_in0,
    golden_concat_axis0_in0_grad}, {2, {1, 3}, golden_concat_axis0_in1,
    golden_concat_axis0_in1_grad}, {2, {3, 3}, golden_concat_axis0_in2,
    golden_concat_axis0_in2_grad}}, {2, {6, 3}, golden_concat_axis0_out,
    golden_concat_axis0_out_grad}};
static const double golden_concat_axis1_in0[] = {-0.7, -1.044, -0.492, -1.248, 1.253, -0.63};
static const double golden_concat_axis1_in0_grad[] = {1.309, 0.994, 1.434, 0.814, 1.002, 0.901};
static const double golden_concat_axis1_in1[] = {-1.151, -1.575};
static const double golden_concat_axis1_in1_grad[] = {1.374, 0.662};
static const double golden_concat_axis1_out[] = {-0.7, -1.044, -0.492, -1.151, -1.248, 1.253, -0.63,
    -1.575};
static const double golden_concat_axis1_out_grad[] = {1.309, 0.994, 1.434, 1.374, 0.814, 1.002,
    0.901, 0.662};
static const golden golden_concat_axis1 = {2, {{2, {2, 3}, golden_concat_axis1_in0,
    golden_concat_axis1_in0_grad}, {2, {2, 1}, golden_concat_axis1_in1,
    golden_concat_axis1_in1_grad}}, {2, {2, 4}, golden_concat_axis1_out,
    golden_concat_axis1_out_grad}};
