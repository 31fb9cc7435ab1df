/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_segment_sum_row[] = {0, 0, 2, 4, 4, 4, 4};
static const int32_t golden_segment_sum_col[] = {1, 3, 0, 0, 1, 2, 3};
static const double golden_segment_sum_matrix_in0[] = {0.369, 1.752, -1.946, 1.541, 0.18, 0.12,
    -0.323, 0.015, 1.296, -1.667, 1.272, -0.986, -1.468, 1.872, 1.516, -0.403, -1.205, -0.072,
    -0.392, 1.056, -0.173};
static const double golden_segment_sum_matrix_in0_grad[] = {0.88, 0.838, 0.523, 0.88, 0.838, 0.523,
    0.538, 0.808, 0.627, 0.804, 0.582, 1.304, 0.804, 0.582, 1.304, 0.804, 0.582, 1.304, 0.804,
    0.582, 1.304};
static const double golden_segment_sum_matrix_out[] = {1.91, 1.932, -1.826, -0.0, 0.0, -0.0, -0.323,
    0.015, 1.296, -0.0, 0.0, -0.0, -3.9299999999999997, 2.995, 0.28500000000000003};
static const double golden_segment_sum_matrix_out_grad[] = {0.88, 0.838, 0.523, 1.267, 0.628, 0.944,
    0.538, 0.808, 0.627, 0.51, 1.067, 1.256, 0.804, 0.582, 1.304};
static const golden golden_segment_sum_matrix = {1, {{2, {7, 3}, golden_segment_sum_matrix_in0,
    golden_segment_sum_matrix_in0_grad}}, {2, {5, 3}, golden_segment_sum_matrix_out,
    golden_segment_sum_matrix_out_grad}};
static const double golden_segment_sum_vector_in0[] = {1.348, -0.68, 1.415, 0.318, -1.178, -0.065,
    -0.086};
static const double golden_segment_sum_vector_in0_grad[] = {1.064, 1.064, 1.106, 1.317, 1.317,
    1.317, 1.317};
static const double golden_segment_sum_vector_out[] = {0.668, 0.0, 1.415, 0.0, -1.011};
static const double golden_segment_sum_vector_out_grad[] = {1.064, 0.927, 1.106, 0.545, 1.317};
static const golden golden_segment_sum_vector = {1, {{1, {7}, golden_segment_sum_vector_in0,
    golden_segment_sum_vector_in0_grad}}, {1, {5}, golden_segment_sum_vector_out,
    golden_segment_sum_vector_out_grad}};
