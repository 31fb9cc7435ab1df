/* Written by make_ops.py. */
/* clang-format off */
static const double golden_sum_all_in0[] = {0.436, 0.957, -0.196, -0.887, 1.282, 0.286, 1.149,
    -1.127, 0.243, -1.964, 1.828, -1.519};
static const double golden_sum_all_in0_grad[] = {0.992, 0.992, 0.992, 0.992, 0.992, 0.992, 0.992,
    0.992, 0.992, 0.992, 0.992, 0.992};
static const double golden_sum_all_out[] = {0.48799999999999955};
static const double golden_sum_all_out_grad[] = {0.992};
static const golden golden_sum_all = {1, {{2, {3, 4}, golden_sum_all_in0, golden_sum_all_in0_grad}},
    {1, {1}, golden_sum_all_out, golden_sum_all_out_grad}};
static const double golden_sum_axis0_in0[] = {-1.537, -1.373, -1.978, -0.038, -0.562, 1.948, -0.225,
    0.846, 1.012, -0.321, 1.964, -0.156};
static const double golden_sum_axis0_in0_grad[] = {1.412, 0.719, 1.387, 1.249, 1.412, 0.719, 1.387,
    1.249, 1.412, 0.719, 1.387, 1.249};
static const double golden_sum_axis0_out[] = {-1.0870000000000002, 0.25399999999999995,
    -0.23899999999999988, 0.6519999999999999};
static const double golden_sum_axis0_out_grad[] = {1.412, 0.719, 1.387, 1.249};
static const golden golden_sum_axis0 = {1, {{2, {3, 4}, golden_sum_axis0_in0,
    golden_sum_axis0_in0_grad}}, {1, {4}, golden_sum_axis0_out, golden_sum_axis0_out_grad}};
static const double golden_sum_axis1_in0[] = {-1.242, -1.386, 1.218, 1.173, 1.838, 0.879, 1.639,
    0.418, 1.027, 1.879, -1.525, -1.426, -1.573, 0.125, -0.303, 0.733, -1.644, -0.8, -1.741, 1.517,
    -1.448, -1.947, 0.633, -0.793};
static const double golden_sum_axis1_in0_grad[] = {0.652, 1.318, 0.747, 0.573, 0.652, 1.318, 0.747,
    0.573, 0.652, 1.318, 0.747, 0.573, 1.053, 0.798, 1.01, 0.575, 1.053, 0.798, 1.01, 0.575, 1.053,
    0.798, 1.01, 0.575};
static const double golden_sum_axis1_out[] = {1.623, 1.372, 1.3320000000000003, 0.16500000000000004,
    -4.664999999999999, -2.622, -1.411, 1.4569999999999999};
static const double golden_sum_axis1_out_grad[] = {0.652, 1.318, 0.747, 0.573, 1.053, 0.798, 1.01,
    0.575};
static const golden golden_sum_axis1 = {1, {{3, {2, 3, 4}, golden_sum_axis1_in0,
    golden_sum_axis1_in0_grad}}, {2, {2, 4}, golden_sum_axis1_out, golden_sum_axis1_out_grad}};
static const double golden_sum_axis2_in0[] = {1.489, -1.149, 0.204, -1.196, -0.547, 0.657, -1.13,
    0.727, -1.551, 0.134, -0.719, -1.677, -1.073, 1.639, 1.937, 0.792, -0.484, -1.465, -0.902,
    1.333, -1.822, 1.325, 1.96, -0.768};
static const double golden_sum_axis2_in0_grad[] = {0.787, 0.787, 0.787, 0.787, 0.702, 0.702, 0.702,
    0.702, 0.582, 0.582, 0.582, 0.582, 1.086, 1.086, 1.086, 1.086, 0.836, 0.836, 0.836, 0.836,
    1.246, 1.246, 1.246, 1.246};
static const double golden_sum_axis2_out[] = {-0.6519999999999999, -0.29300000000000004,
    -3.8129999999999997, 3.295, -1.518, 0.6949999999999998};
static const double golden_sum_axis2_out_grad[] = {0.787, 0.702, 0.582, 1.086, 0.836, 1.246};
static const golden golden_sum_axis2 = {1, {{3, {2, 3, 4}, golden_sum_axis2_in0,
    golden_sum_axis2_in0_grad}}, {2, {2, 3}, golden_sum_axis2_out, golden_sum_axis2_out_grad}};
