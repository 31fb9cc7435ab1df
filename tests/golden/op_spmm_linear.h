/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_spmm_linear_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_spmm_linear_col[] = {1, 4, 0, 1, 1, 2};
static const double golden_spmm_linear_values[] = {0.814, 0.477, 1.2, -0.827, -1.485, 1.509};
static const double golden_spmm_linear_in0[] = {1.262, 0.476, 1.174, 1.038, -0.954, -0.149, 0.18,
    1.39, 0.871, 1.003, 0.994, -0.633, -0.456, 1.505, -1.998};
static const double golden_spmm_linear_in0_grad[] = {0.7535999999999999, -0.4726940000000001,
    1.6161389999999998, 0.0, 0.573831, 1.1532, -1.19375, 1.190601, 0.0, 0.602451,
    1.4591999999999998, -1.7824959999999999, 1.4441129999999998, 0.0, 0.602928};
static const double golden_spmm_linear_out[] = {-0.06759399999999999, 0.6249509999999999, -1.468308,
    0.0, 0.0, 0.0, 0.4138880000000001, -0.5949599999999999, 2.6562959999999998, 1.7715659999999998,
    2.0975099999999998, -0.6881039999999999};
static const double golden_spmm_linear_out_grad[] = {1.203, 1.263, 1.264, 1.377, 1.082, 0.834,
    0.628, 0.961, 1.216, 1.071, 0.789, 0.957};
static const golden golden_spmm_linear = {1, {{2, {3, 5}, golden_spmm_linear_in0,
    golden_spmm_linear_in0_grad}}, {2, {4, 3}, golden_spmm_linear_out,
    golden_spmm_linear_out_grad}};
