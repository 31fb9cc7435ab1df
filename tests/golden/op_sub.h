/* Written by make_ops.py. */
/* clang-format off */
static const double golden_sub_same_in0[] = {-1.534, 0.737, -1.483, 1.703, 0.809, 1.882, 1.253,
    -0.711, 0.255, -0.404, -1.062, -0.563};
static const double golden_sub_same_in0_grad[] = {0.943, 1.0, 0.649, 1.49, 1.46, 0.867, 0.862,
    0.774, 1.356, 0.773, 1.118, 0.927};
static const double golden_sub_same_in1[] = {1.795, 0.886, 1.87, 0.932, 0.846, 1.086, 1.937, 1.642,
    1.815, 0.949, 1.538, 1.985};
static const double golden_sub_same_in1_grad[] = {-0.943, -1.0, -0.649, -1.49, -1.46, -0.867,
    -0.862, -0.774, -1.356, -0.773, -1.118, -0.927};
static const double golden_sub_same_out[] = {-3.3289999999999997, -0.14900000000000002, -3.353,
    0.771, -0.03699999999999992, 0.7959999999999998, -0.6840000000000002, -2.3529999999999998,
    -1.56, -1.353, -2.6, -2.548};
static const double golden_sub_same_out_grad[] = {0.943, 1.0, 0.649, 1.49, 1.46, 0.867, 0.862,
    0.774, 1.356, 0.773, 1.118, 0.927};
static const golden golden_sub_same = {2, {{2, {3, 4}, golden_sub_same_in0,
    golden_sub_same_in0_grad}, {2, {3, 4}, golden_sub_same_in1, golden_sub_same_in1_grad}}, {2, {3,
    4}, golden_sub_same_out, golden_sub_same_out_grad}};
static const double golden_sub_row_in0[] = {0.957, -0.315, 0.047, -0.116, 1.443, -1.042, 1.6,
    -0.841, -1.326, 1.101, -0.678, -0.634};
static const double golden_sub_row_in0_grad[] = {1.17, 1.435, 0.705, 1.22, 1.149, 0.557, 1.147,
    1.469, 1.463, 0.962, 0.582, 1.402};
static const double golden_sub_row_in1[] = {0.568, 0.94, 1.743, 0.963};
static const double golden_sub_row_in1_grad[] = {-3.782, -2.9539999999999997, -2.4339999999999997,
    -4.091};
static const double golden_sub_row_out[] = {0.389, -1.255, -1.6960000000000002, -1.079,
    0.8750000000000001, -1.982, -0.14300000000000002, -1.8039999999999998, -1.8940000000000001,
    0.16100000000000003, -2.4210000000000003, -1.597};
static const double golden_sub_row_out_grad[] = {1.17, 1.435, 0.705, 1.22, 1.149, 0.557, 1.147,
    1.469, 1.463, 0.962, 0.582, 1.402};
static const golden golden_sub_row = {2, {{2, {3, 4}, golden_sub_row_in0, golden_sub_row_in0_grad},
    {1, {4}, golden_sub_row_in1, golden_sub_row_in1_grad}}, {2, {3, 4}, golden_sub_row_out,
    golden_sub_row_out_grad}};
static const double golden_sub_outer_in0[] = {0.789, -1.032, -0.06};
static const double golden_sub_outer_in0_grad[] = {3.531, 3.711, 3.8440000000000003};
static const double golden_sub_outer_in1[] = {1.785, 0.649, 1.881, 0.906};
static const double golden_sub_outer_in1_grad[] = {-3.093, -2.427, -2.067, -3.499};
static const double golden_sub_outer_out[] = {-0.9959999999999999, 0.14, -1.092,
    -0.11699999999999999, -2.817, -1.681, -2.9130000000000003, -1.9380000000000002, -1.845,
    -0.7090000000000001, -1.941, -0.966};
static const double golden_sub_outer_out_grad[] = {1.299, 0.649, 0.664, 0.919, 0.637, 0.791, 0.783,
    1.5, 1.157, 0.987, 0.62, 1.08};
static const golden golden_sub_outer = {2, {{2, {3, 1}, golden_sub_outer_in0,
    golden_sub_outer_in0_grad}, {2, {1, 4}, golden_sub_outer_in1, golden_sub_outer_in1_grad}}, {2,
    {3, 4}, golden_sub_outer_out, golden_sub_outer_out_grad}};
static const double golden_sub_rank4_in0[] = {-0.67, 0.105, 0.644, 1.0, -0.911, 1.976, -0.877,
    -0.521, -0.789, 1.384, 1.03, -0.49};
static const double golden_sub_rank4_in0_grad[] = {2.0149999999999997, 1.952, 1.841, 1.549,
    1.2469999999999999, 2.101, 1.4460000000000002, 1.739, 2.8680000000000003, 2.7199999999999998,
    1.371, 1.821};
static const double golden_sub_rank4_in1[] = {1.753, 1.583, 1.983, 1.563};
static const double golden_sub_rank4_in1_grad[] = {-5.503, -5.229, -5.285, -6.6530000000000005};
static const double golden_sub_rank4_out[] = {-2.423, -1.478, -1.109, -0.583, -2.6639999999999997,
    0.393, -2.653, -1.458, -1.339, -0.563, -2.894, 0.41300000000000003, -2.63, -2.104, -2.542,
    -0.19900000000000007, -0.7229999999999999, -2.073, -2.8600000000000003, -2.084,
    -2.7720000000000002, -0.17900000000000005, -0.9530000000000001, -2.053};
static const double golden_sub_rank4_out_grad[] = {1.309, 0.64, 0.647, 0.854, 0.639, 0.921, 0.706,
    1.312, 1.194, 0.695, 0.608, 1.18, 0.664, 0.809, 1.445, 1.297, 0.799, 0.708, 0.782, 0.93, 1.423,
    1.423, 0.572, 1.113};
static const golden golden_sub_rank4 = {2, {{4, {2, 1, 3, 2}, golden_sub_rank4_in0,
    golden_sub_rank4_in0_grad}, {3, {2, 1, 2}, golden_sub_rank4_in1, golden_sub_rank4_in1_grad}},
    {4, {2, 2, 3, 2}, golden_sub_rank4_out, golden_sub_rank4_out_grad}};
