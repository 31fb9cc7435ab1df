/* Written by make_ops.py. */
/* clang-format off */
static const double golden_weighted_sum_in0[] = {0.312, -1.078, -0.037};
static const double golden_weighted_sum_in0_grad[] = {-1.0346270000000004, -1.2187409999999996,
    -1.5460450000000001};
static const double golden_weighted_sum_in1[] = {-0.331, 1.281, 1.399, -1.769, -0.826, 0.499,
    -1.369, -0.048};
static const double golden_weighted_sum_in1_grad[] = {0.17596799999999999, 0.3978,
    0.32167199999999996, 0.223704, 0.45708000000000004, 0.242424, 0.40154399999999996, 0.461136};
static const double golden_weighted_sum_in2[] = {0.297, -1.689, -1.144, 1.166, 0.972, 0.149, -0.369,
    0.031};
static const double golden_weighted_sum_in2_grad[] = {-0.607992, -1.37445, -1.111418, -0.772926,
    -1.5792700000000002, -0.8376060000000001, -1.387386, -1.5932840000000001};
static const double golden_weighted_sum_in3[] = {-0.453, 1.622, -0.77, 1.72, -1.821, 0.307, -0.247,
    -0.711};
static const double golden_weighted_sum_in3_grad[] = {-0.020867999999999998, -0.047174999999999995,
    -0.03814699999999999, -0.026528999999999997, -0.054205, -0.028749, -0.047618999999999995,
    -0.054686};
static const double golden_weighted_sum_out[] = {-0.40667699999999996, 2.1604, 1.6982099999999998,
    -1.8725159999999998, -1.238151, -0.016293000000000023, -0.020206999999999982,
    -0.02208700000000001};
static const double golden_weighted_sum_out_grad[] = {0.564, 1.275, 1.031, 0.717, 1.465, 0.777,
    1.287, 1.478};
static const golden golden_weighted_sum = {4, {{1, {3}, golden_weighted_sum_in0,
    golden_weighted_sum_in0_grad}, {2, {2, 4}, golden_weighted_sum_in1,
    golden_weighted_sum_in1_grad}, {2, {2, 4}, golden_weighted_sum_in2,
    golden_weighted_sum_in2_grad}, {2, {2, 4}, golden_weighted_sum_in3,
    golden_weighted_sum_in3_grad}}, {2, {2, 4}, golden_weighted_sum_out,
    golden_weighted_sum_out_grad}};
