/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_gather_rows_index[] = {3, 0, 3, 2, 3, 0};
static const double golden_gather_rows_in0[] = {-1.705, 0.541, 1.498, -1.086, -0.319, 1.693, -1.218,
    -0.688, -0.465, 0.71, -1.567, -0.171, -1.684, 0.268, 1.309};
static const double golden_gather_rows_in0_grad[] = {2.034, 2.4530000000000003, 1.301, 0.0, 0.0,
    0.0, 0.958, 0.945, 0.802, 3.032, 3.585, 2.692, 0.0, 0.0, 0.0};
static const double golden_gather_rows_out[] = {0.71, -1.567, -0.171, -1.705, 0.541, 1.498, 0.71,
    -1.567, -0.171, -1.218, -0.688, -0.465, 0.71, -1.567, -0.171, -1.705, 0.541, 1.498};
static const double golden_gather_rows_out_grad[] = {1.291, 1.486, 0.573, 0.82, 1.374, 0.69, 1.126,
    0.765, 0.823, 0.958, 0.945, 0.802, 0.615, 1.334, 1.296, 1.214, 1.079, 0.611};
static const golden golden_gather_rows = {1, {{2, {5, 3}, golden_gather_rows_in0,
    golden_gather_rows_in0_grad}}, {2, {6, 3}, golden_gather_rows_out,
    golden_gather_rows_out_grad}};
