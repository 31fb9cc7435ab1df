/* Written by make_ops.py. */
/* clang-format off */
static const double golden_mean_all_in0[] = {-0.548, -0.089, -1.29, 0.261, -1.775, 0.788, 0.421,
    -1.478, -0.445, -0.821, 0.482, -1.093};
static const double golden_mean_all_in0_grad[] = {0.07141666666666667, 0.07141666666666667,
    0.07141666666666667, 0.07141666666666667, 0.07141666666666667, 0.07141666666666667,
    0.07141666666666667, 0.07141666666666667, 0.07141666666666667, 0.07141666666666667,
    0.07141666666666667, 0.07141666666666667};
static const double golden_mean_all_out[] = {-0.4655833333333333};
static const double golden_mean_all_out_grad[] = {0.857};
static const golden golden_mean_all = {1, {{2, {3, 4}, golden_mean_all_in0,
    golden_mean_all_in0_grad}}, {1, {1}, golden_mean_all_out, golden_mean_all_out_grad}};
static const double golden_mean_axis0_in0[] = {0.751, -0.816, -1.959, -0.751, -1.73, -0.343, -0.385,
    0.123, -0.776, -1.972, 1.723, -1.404};
static const double golden_mean_axis0_in0_grad[] = {0.307, 0.31366666666666665, 0.45333333333333337,
    0.49500000000000005, 0.307, 0.31366666666666665, 0.45333333333333337, 0.49500000000000005,
    0.307, 0.31366666666666665, 0.45333333333333337, 0.49500000000000005};
static const double golden_mean_axis0_out[] = {-0.585, -1.0436666666666667, -0.20700000000000007,
    -0.6773333333333333};
static const double golden_mean_axis0_out_grad[] = {0.921, 0.941, 1.36, 1.485};
static const golden golden_mean_axis0 = {1, {{2, {3, 4}, golden_mean_axis0_in0,
    golden_mean_axis0_in0_grad}}, {1, {4}, golden_mean_axis0_out, golden_mean_axis0_out_grad}};
static const double golden_mean_axis1_in0[] = {-0.668, -1.544, -0.094, 1.778, 0.37, 0.873, -1.691,
    -0.61, 0.333, 1.553, -0.654, -1.077, 1.858, -0.834, 0.406, 0.3, -1.806, 1.43, 1.786, 0.263,
    -1.822, -0.393, -1.498, -1.008};
static const double golden_mean_axis1_in0_grad[] = {0.35566666666666663, 0.36833333333333335,
    0.25933333333333336, 0.305, 0.35566666666666663, 0.36833333333333335, 0.25933333333333336,
    0.305, 0.35566666666666663, 0.36833333333333335, 0.25933333333333336, 0.305, 0.3086666666666667,
    0.408, 0.219, 0.49133333333333334, 0.3086666666666667, 0.408, 0.219, 0.49133333333333334,
    0.3086666666666667, 0.408, 0.219, 0.49133333333333334};
static const double golden_mean_axis1_out[] = {0.011666666666666659, 0.294, -0.8130000000000001,
    0.030333333333333396, -0.59, 0.06766666666666665, 0.2313333333333334, -0.14833333333333334};
static const double golden_mean_axis1_out_grad[] = {1.067, 1.105, 0.778, 0.915, 0.926, 1.224, 0.657,
    1.474};
static const golden golden_mean_axis1 = {1, {{3, {2, 3, 4}, golden_mean_axis1_in0,
    golden_mean_axis1_in0_grad}}, {2, {2, 4}, golden_mean_axis1_out, golden_mean_axis1_out_grad}};
static const double golden_mean_axis2_in0[] = {-1.527, -0.638, -0.76, -1.165, -1.951, 1.923, 0.527,
    0.422, 0.2, 0.297, 0.043, 1.616, 0.741, -1.194, -0.703, 0.74, 0.352, -1.083, -1.545, -0.964,
    1.455, -1.849, 1.423, 1.404};
static const double golden_mean_axis2_in0_grad[] = {0.36775, 0.36775, 0.36775, 0.36775, 0.23525,
    0.23525, 0.23525, 0.23525, 0.15725, 0.15725, 0.15725, 0.15725, 0.3405, 0.3405, 0.3405, 0.3405,
    0.15075, 0.15075, 0.15075, 0.15075, 0.358, 0.358, 0.358, 0.358};
static const double golden_mean_axis2_out[] = {-1.0225, 0.23025, 0.539, -0.10399999999999998,
    -0.8099999999999999, 0.60825};
static const double golden_mean_axis2_out_grad[] = {1.471, 0.941, 0.629, 1.362, 0.603, 1.432};
static const golden golden_mean_axis2 = {1, {{3, {2, 3, 4}, golden_mean_axis2_in0,
    golden_mean_axis2_in0_grad}}, {2, {2, 3}, golden_mean_axis2_out, golden_mean_axis2_out_grad}};
