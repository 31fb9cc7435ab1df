/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_sddmm_add_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_sddmm_add_col[] = {1, 4, 0, 1, 3, 2};
static const double golden_sddmm_add_vector_in0[] = {0.869, -0.542, 1.813, 1.885};
static const double golden_sddmm_add_vector_in0_grad[] = {2.017, 0.0, 2.7249999999999996, 1.379};
static const double golden_sddmm_add_vector_in1[] = {-0.225, -0.155, -1.25, 1.43, 1.918};
static const double golden_sddmm_add_vector_in1_grad[] = {0.957, 2.056, 1.379, 1.091, 0.638};
static const double golden_sddmm_add_vector_out[] = {0.714, 2.787, 1.5879999999999999, 1.658, 3.243,
    0.635};
static const double golden_sddmm_add_vector_out_grad[] = {1.379, 0.638, 0.957, 0.677, 1.091, 1.379};
static const golden golden_sddmm_add_vector = {2, {{1, {4}, golden_sddmm_add_vector_in0,
    golden_sddmm_add_vector_in0_grad}, {1, {5}, golden_sddmm_add_vector_in1,
    golden_sddmm_add_vector_in1_grad}}, {1, {6}, golden_sddmm_add_vector_out,
    golden_sddmm_add_vector_out_grad}};
static const double golden_sddmm_add_heads_in0[] = {1.481, 0.663, 0.289, 0.541, -1.673, 1.363,
    1.735, -1.348};
static const double golden_sddmm_add_heads_in0_grad[] = {1.759, 2.757, 0.0, 0.0, 3.6350000000000002,
    2.591, 0.52, 1.171};
static const double golden_sddmm_add_heads_in1[] = {1.954, -1.957, -1.068, 1.768, -0.439, -1.254,
    -0.59, -1.289, 0.934, 0.099};
static const double golden_sddmm_add_heads_in1_grad[] = {1.332, 0.545, 2.135, 1.996, 0.52, 1.171,
    1.423, 1.493, 0.504, 1.314};
static const double golden_sddmm_add_heads_out[] = {0.41300000000000003, 2.431, 2.415, 0.762,
    0.2809999999999999, -0.5940000000000001, -2.741, 3.1310000000000002, -2.263,
    0.07400000000000007, 1.296, -2.6020000000000003};
static const double golden_sddmm_add_heads_out_grad[] = {1.255, 1.443, 0.504, 1.314, 1.332, 0.545,
    0.88, 0.553, 1.423, 1.493, 0.52, 1.171};
static const golden golden_sddmm_add_heads = {2, {{2, {4, 2}, golden_sddmm_add_heads_in0,
    golden_sddmm_add_heads_in0_grad}, {2, {5, 2}, golden_sddmm_add_heads_in1,
    golden_sddmm_add_heads_in1_grad}}, {2, {6, 2}, golden_sddmm_add_heads_out,
    golden_sddmm_add_heads_out_grad}};
