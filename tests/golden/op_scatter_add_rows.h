/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_scatter_add_rows_index[] = {3, 0, 3, 2, 3, 0};
static const double golden_scatter_add_rows_in0[] = {1.091, 0.239, 1.24, -1.219, 1.874, -1.161,
    0.577, 1.818, -0.803, -1.861, -1.952, 0.906, 1.492, 1.786, -0.288, 0.948, -1.593, 0.58};
static const double golden_scatter_add_rows_in0_grad[] = {0.545, 0.845, 1.456, 1.38, 0.731, 0.557,
    0.545, 0.845, 1.456, 1.282, 1.374, 0.669, 0.545, 0.845, 1.456, 1.38, 0.731, 0.557};
static const double golden_scatter_add_rows_out[] = {-0.27100000000000013, 0.28100000000000014,
    -0.5810000000000001, 0.0, 0.0, 0.0, -1.861, -1.952, 0.906, 3.16, 3.843, 0.14899999999999997,
    0.0, 0.0, 0.0};
static const double golden_scatter_add_rows_out_grad[] = {1.38, 0.731, 0.557, 1.159, 0.885, 0.564,
    1.282, 1.374, 0.669, 0.545, 0.845, 1.456, 1.1, 1.202, 1.271};
static const golden golden_scatter_add_rows = {1, {{2, {6, 3}, golden_scatter_add_rows_in0,
    golden_scatter_add_rows_in0_grad}}, {2, {5, 3}, golden_scatter_add_rows_out,
    golden_scatter_add_rows_out_grad}};
