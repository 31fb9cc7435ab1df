/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_spmm_mean_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_spmm_mean_col[] = {1, 4, 0, 1, 3, 2};
static const double golden_spmm_mean_in0[] = {1.588, 1.074, 0.94, -0.61, 0.352, -1.718, -0.789,
    1.751, 1.098, 0.195, -0.382, -1.544, 1.278, -1.809, -1.189};
static const double golden_spmm_mean_in0_grad[] = {0.17233333333333334, 0.2856666666666666, 0.491,
    0.5223333333333333, 0.7751666666666667, 0.8245, 0.522, 1.478, 0.756, 0.17233333333333334,
    0.2856666666666666, 0.491, 0.35, 0.4895, 0.3335};
static const double golden_spmm_mean_out[] = {0.334, -0.7284999999999999, -1.4535, 0.0, 0.0, 0.0,
    0.391, 0.348, -0.7739999999999999, -0.789, 1.751, 1.098};
static const double golden_spmm_mean_out_grad[] = {0.7, 0.979, 0.667, 0.778, 1.072, 1.013, 0.517,
    0.857, 1.473, 0.522, 1.478, 0.756};
static const golden golden_spmm_mean = {1, {{2, {5, 3}, golden_spmm_mean_in0,
    golden_spmm_mean_in0_grad}}, {2, {4, 3}, golden_spmm_mean_out, golden_spmm_mean_out_grad}};
