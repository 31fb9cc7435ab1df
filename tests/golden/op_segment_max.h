/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_segment_max_row[] = {0, 0, 2, 4, 4, 4, 4};
static const int32_t golden_segment_max_col[] = {1, 3, 0, 0, 1, 2, 3};
static const double golden_segment_max_matrix_in0[] = {1.017, -0.65, 1.549, 1.598, 1.277, -1.564,
    -1.907, 0.497, 0.862, -0.989, -0.499, 0.248, -1.721, -1.394, -1.77, 0.928, 0.532, -1.372, 0.773,
    0.831, -0.972};
static const double golden_segment_max_matrix_in0_grad[] = {0.0, 0.0, 0.566, 0.629, 1.366, 0.0,
    1.239, 1.432, 0.732, 0.0, 0.0, 1.371, 0.0, 0.0, 0.0, 1.184, 0.0, 0.0, 0.0, 1.157, 0.0};
static const double golden_segment_max_matrix_out[] = {1.598, 1.277, 1.549, -0.0, 0.0, -0.0, -1.907,
    0.497, 0.862, -0.0, 0.0, -0.0, 0.928, 0.831, 0.248};
static const double golden_segment_max_matrix_out_grad[] = {0.629, 1.366, 0.566, 1.402, 1.262,
    1.054, 1.239, 1.432, 0.732, 1.307, 1.112, 0.749, 1.184, 1.157, 1.371};
static const golden golden_segment_max_matrix = {1, {{2, {7, 3}, golden_segment_max_matrix_in0,
    golden_segment_max_matrix_in0_grad}}, {2, {5, 3}, golden_segment_max_matrix_out,
    golden_segment_max_matrix_out_grad}};
static const double golden_segment_max_vector_in0[] = {-1.218, 1.384, -1.499, -1.039, -0.629,
    -0.989, 1.985};
static const double golden_segment_max_vector_in0_grad[] = {0.0, 0.973, 0.623, 0.0, 0.0, 0.0,
    1.011};
static const double golden_segment_max_vector_out[] = {1.384, -0.0, -1.499, -0.0, 1.985};
static const double golden_segment_max_vector_out_grad[] = {0.973, 0.687, 0.623, 0.735, 1.011};
static const golden golden_segment_max_vector = {1, {{1, {7}, golden_segment_max_vector_in0,
    golden_segment_max_vector_in0_grad}}, {1, {5}, golden_segment_max_vector_out,
    golden_segment_max_vector_out_grad}};
