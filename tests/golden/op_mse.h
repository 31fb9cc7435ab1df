/* Written by make_ops.py. */
/* clang-format off */
static const double golden_mse_mean_in0[] = {0.846, -0.568, 0.215, 0.19, 0.691, -1.817, -1.546,
    -1.872, -0.758, -0.445, 1.302, 0.453};
static const double golden_mse_mean_in0_grad[] = {0.03895833333333334, 0.07225000000000001,
    0.11134999999999998, 0.189125, -0.005808333333333338, -0.365925, -0.23800000000000002,
    -0.003541666666666685, 0.1173, -0.33829999999999993, -0.05213333333333331, 0.22794166666666665};
static const double golden_mse_mean_in1[] = {0.571, -1.078, -0.571, -1.145, 0.732, 0.766, 0.134,
    -1.847, -1.586, 1.943, 1.67, -1.156};
static const double golden_mse_mean_in1_grad[] = {-0.03895833333333334, -0.07225000000000001,
    -0.11134999999999998, -0.189125, 0.005808333333333338, 0.365925, 0.23800000000000002,
    0.003541666666666685, -0.1173, 0.33829999999999993, 0.05213333333333331, -0.22794166666666665};
static const double golden_mse_mean_out[] = {1.7787311666666668};
static const double golden_mse_mean_out_grad[] = {0.85};
static const golden golden_mse_mean = {2, {{2, {3, 4}, golden_mse_mean_in0,
    golden_mse_mean_in0_grad}, {2, {3, 4}, golden_mse_mean_in1, golden_mse_mean_in1_grad}}, {1, {1},
    golden_mse_mean_out, golden_mse_mean_out_grad}};
static const double golden_mse_sum_in0[] = {-1.08, -0.175, 0.641, -1.149, -0.755, -0.02, 1.873,
    0.281, -1.161, 0.23, -1.376, 1.469};
static const double golden_mse_sum_in0_grad[] = {-0.21883200000000017, 2.7320159999999993,
    1.9739999999999998, -1.028736, -4.067568, 2.6936639999999996, 0.46022399999999986,
    1.3062239999999998, 0.595584, 3.460704, -6.398015999999999, -0.38126399999999955};
static const double golden_mse_sum_in1[] = {-0.983, -1.386, -0.234, -0.693, 1.048, -1.214, 1.669,
    -0.298, -1.425, -1.304, 1.46, 1.638};
static const double golden_mse_sum_in1_grad[] = {0.21883200000000017, -2.7320159999999993,
    -1.9739999999999998, 1.028736, 4.067568, -2.6936639999999996, -0.46022399999999986,
    -1.3062239999999998, -0.595584, -3.460704, 6.398015999999999, 0.38126399999999955};
static const double golden_mse_sum_out[] = {17.997101999999998};
static const double golden_mse_sum_out_grad[] = {1.128};
static const golden golden_mse_sum = {2, {{2, {3, 4}, golden_mse_sum_in0, golden_mse_sum_in0_grad},
    {2, {3, 4}, golden_mse_sum_in1, golden_mse_sum_in1_grad}}, {1, {1}, golden_mse_sum_out,
    golden_mse_sum_out_grad}};
