/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_sddmm_row[] = {0, 0, 2, 2, 2, 3};
static const int32_t golden_sddmm_col[] = {1, 4, 0, 1, 3, 2};
static const double golden_sddmm_in0[] = {0.165, -0.842, 0.238, -1.353, -1.657, 1.849, 0.828,
    -1.186, -1.909, -1.143, 1.736, 1.121};
static const double golden_sddmm_in0_grad[] = {-0.015470000000000077, 3.741346, -0.385722, 0.0, 0.0,
    0.0, -1.889594, 2.3462419999999997, -0.614315, -0.53682, 0.454352, 0.344654};
static const double golden_sddmm_in1[] = {-1.729, 0.706, 1.014, -0.735, 1.659, -0.193, -0.69, 0.584,
    0.443, -0.147, 0.63, -0.923, 0.655, 1.6, -0.145};
static const double golden_sddmm_in1_grad[] = {0.6003, -0.8598499999999999, -1.384025, 0.675654,
    -1.630376, -0.8812099999999999, -0.889254, 1.350608, 0.8721380000000001, 1.107036,
    -1.5856819999999998, -2.552333, 0.19866, -1.013768, 0.286552};
static const double golden_sddmm_out[] = {-1.564087, -1.273635, -4.204654, -2.2077169999999997,
    0.8931110000000001, 2.2990969999999997};
static const double golden_sddmm_out_grad[] = {1.094, 1.204, 0.725, 0.598, 1.337, 0.778};
static const golden golden_sddmm = {2, {{2, {4, 3}, golden_sddmm_in0, golden_sddmm_in0_grad}, {2,
    {5, 3}, golden_sddmm_in1, golden_sddmm_in1_grad}}, {1, {6}, golden_sddmm_out,
    golden_sddmm_out_grad}};
