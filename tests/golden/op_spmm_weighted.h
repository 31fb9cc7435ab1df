/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_spmm_weighted_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_spmm_weighted_col[] = {1, 4, 0, 1, 3, 2};
static const double golden_spmm_weighted_vector_in0[] = {-1.669, -1.801, 1.946, -1.456, 0.868,
    -0.145};
static const double golden_spmm_weighted_vector_in0_grad[] = {-0.4512009999999998,
    -1.6510639999999999, -1.084943, 0.2854379999999999, 1.998564, -3.0364489999999997};
static const double golden_spmm_weighted_vector_in1[] = {-0.775, -0.347, -0.308, -1.107, -0.703,
    1.585, -1.877, -0.212, -1.478, 1.594, 0.511, 0.58, 0.956, -1.006, -1.506};
static const double golden_spmm_weighted_vector_in1_grad[] = {1.181222, 1.724156, 1.940162,
    -3.228737, -3.2293939999999997, -3.47446, -0.10454499999999999, -0.12614999999999998, -0.14703,
    0.526876, 0.769048, 0.8653959999999999, -2.530405, -2.0927619999999996, -2.1828119999999998};
static const double golden_spmm_weighted_vector_out[] = {0.1258270000000001, 2.9851129999999997,
    0.06694099999999994, 0.0, 0.0, 0.0, 1.487234, 0.7918540000000001, -2.403688, 0.272165,
    0.030739999999999996, 0.21430999999999997};
static const double golden_spmm_weighted_vector_out_grad[] = {1.405, 1.162, 1.212, 1.407, 0.905,
    0.582, 0.607, 0.886, 0.997, 0.721, 0.87, 1.014};
static const golden golden_spmm_weighted_vector = {2, {{1, {6}, golden_spmm_weighted_vector_in0,
    golden_spmm_weighted_vector_in0_grad}, {2, {5, 3}, golden_spmm_weighted_vector_in1,
    golden_spmm_weighted_vector_in1_grad}}, {2, {4, 3}, golden_spmm_weighted_vector_out,
    golden_spmm_weighted_vector_out_grad}};
static const double golden_spmm_weighted_heads_in0[] = {1.639, -1.615, 0.431, 0.799, -1.871, -1.119,
    -0.715, 1.949, -1.299, 1.706, 1.143, 0.9};
static const double golden_spmm_weighted_heads_in0_grad[] = {-1.6794149999999999,
    1.8348299999999997, 2.300014, 0.8939900000000003, -0.7658609999999999, -1.6543900000000002,
    -1.275315, 1.21881, 1.2557679999999998, -2.909294, -0.5089499999999999, 0.6595419999999999};
static const double golden_spmm_weighted_heads_in1[] = {-0.427, 1.646, -1.023, 1.354, -1.875,
    -1.921, -0.009, 0.172, -1.335, 0.29, 1.55, -0.355, -0.271, 0.52, -0.82, 0.381, 1.961, -1.184,
    1.38, -0.146, -0.506, -0.333, -1.706, -1.33, 1.436, -1.377, 1.962, 0.398, 0.518, -0.269};
static const double golden_spmm_weighted_heads_in1_grad[] = {-2.497785, -0.95421, -1.893452,
    -1.2734219999999998, -0.87282, -1.009338, 0.4058449999999999, 1.60215, 1.582493,
    -0.14316799999999974, -0.34187499999999993, 0.046098000000000194, 0.72009, 0.988695, 1.098423,
    1.0125, 0.8037000000000001, 1.1556, -1.734165, -0.66249, -1.3145879999999999,
    1.9414279999999997, 1.33068, 1.538812, 0.35773, 0.5172, 0.606417, 1.1681380000000001, 0.921247,
    0.8469400000000001};
static const double golden_spmm_weighted_heads_out[] = {0.6041650000000001, -0.311579,
    -1.3424429999999998, -0.15034799999999998, -2.089368, 0.35839399999999993, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, -0.9872679999999997, -3.012992, 3.5258519999999995, -1.5180140000000002,
    2.2086390000000007, -0.8112760000000003, -0.309753, 0.59436, -0.93726, 0.34290000000000004,
    1.7649000000000001, -1.0655999999999999};
static const double golden_spmm_weighted_heads_out_grad[] = {0.83, 1.2, 1.407, 1.462, 1.153, 1.06,
    1.128, 1.21, 0.646, 0.719, 0.912, 1.323, 1.335, 0.51, 1.012, 1.138, 0.78, 0.902, 0.63, 0.865,
    0.961, 1.125, 0.893, 1.284};
static const golden golden_spmm_weighted_heads = {2, {{2, {6, 2}, golden_spmm_weighted_heads_in0,
    golden_spmm_weighted_heads_in0_grad}, {2, {5, 6}, golden_spmm_weighted_heads_in1,
    golden_spmm_weighted_heads_in1_grad}}, {2, {4, 6}, golden_spmm_weighted_heads_out,
    golden_spmm_weighted_heads_out_grad}};
