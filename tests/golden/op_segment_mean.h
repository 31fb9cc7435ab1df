/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_segment_mean_row[] = {0, 0, 2, 4, 4, 4, 4};
static const int32_t golden_segment_mean_col[] = {1, 3, 0, 0, 1, 2, 3};
static const double golden_segment_mean_matrix_in0[] = {0.106, 0.262, -1.343, -0.436, -1.109, 0.934,
    0.469, -0.897, 0.634, -0.745, 0.45, -0.11, 0.876, -1.42, 0.553, -0.609, -0.875, 1.833, 0.52,
    -0.654, -1.805};
static const double golden_segment_mean_matrix_in0_grad[] = {0.426, 0.3815, 0.578, 0.426, 0.3815,
    0.578, 0.985, 0.905, 0.795, 0.33475, 0.14825, 0.20175, 0.33475, 0.14825, 0.20175, 0.33475,
    0.14825, 0.20175, 0.33475, 0.14825, 0.20175};
static const double golden_segment_mean_matrix_out[] = {-0.165, -0.4235, -0.20449999999999996, 0.0,
    -0.0, 0.0, 0.469, -0.897, 0.634, 0.0, -0.0, 0.0, 0.01050000000000001, -0.62475,
    0.11774999999999997};
static const double golden_segment_mean_matrix_out_grad[] = {0.852, 0.763, 1.156, 0.704, 0.946,
    0.652, 0.985, 0.905, 0.795, 1.269, 1.283, 1.244, 1.339, 0.593, 0.807};
static const golden golden_segment_mean_matrix = {1, {{2, {7, 3}, golden_segment_mean_matrix_in0,
    golden_segment_mean_matrix_in0_grad}}, {2, {5, 3}, golden_segment_mean_matrix_out,
    golden_segment_mean_matrix_out_grad}};
static const double golden_segment_mean_vector_in0[] = {0.23, 0.6, 1.915, -1.343, 0.946, -0.494,
    -1.264};
static const double golden_segment_mean_vector_in0_grad[] = {0.3265, 0.3265, 1.129, 0.2515, 0.2515,
    0.2515, 0.2515};
static const double golden_segment_mean_vector_out[] = {0.415, 0.0, 1.915, 0.0,
    -0.5387500000000001};
static const double golden_segment_mean_vector_out_grad[] = {0.653, 1.292, 1.129, 0.569, 1.006};
static const golden golden_segment_mean_vector = {1, {{1, {7}, golden_segment_mean_vector_in0,
    golden_segment_mean_vector_in0_grad}}, {1, {5}, golden_segment_mean_vector_out,
    golden_segment_mean_vector_out_grad}};
