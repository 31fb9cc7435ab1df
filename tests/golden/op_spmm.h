/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_spmm_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_spmm_col[] = {1, 4, 0, 1, 1, 2};
static const double golden_spmm_values[] = {0.814, 0.477, 1.2, -0.827, -1.485, 1.509};
static const double golden_spmm_in0[] = {0.323, -0.259, -0.948, 0.878, -1.924, 1.373, 0.613, -1.528,
    -1.214, -1.572, -1.24, -1.651, 0.502, 1.076, 1.521};
static const double golden_spmm_in0_grad[] = {1.068, 1.0968, 1.1052, -1.4838100000000003, -1.462782,
    -0.9295160000000002, 2.0326229999999996, 1.504473, 1.484856, 0.0, 0.0, 0.0, 0.33628499999999995,
    0.381123, 0.703098};
static const double golden_spmm_out[] = {0.9541459999999999, -1.0528839999999997,
    1.8431389999999999, 0.0, 0.0, 0.0, -1.642336, 4.137488, -4.311976, 0.9250169999999999,
    -2.305752, -1.8319259999999997};
static const double golden_spmm_out_grad[] = {0.705, 0.799, 1.474, 1.384, 1.007, 0.56, 0.89, 0.914,
    0.921, 1.347, 0.997, 0.984};
static const golden golden_spmm = {1, {{2, {5, 3}, golden_spmm_in0, golden_spmm_in0_grad}}, {2, {4,
    3}, golden_spmm_out, golden_spmm_out_grad}};
