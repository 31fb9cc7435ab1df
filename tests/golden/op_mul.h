/* Written by make_ops.py. */
/* clang-format off */
static const double golden_mul_same_in0[] = {0.506, 0.139, -1.259, 0.574, -0.881, -1.225, 0.562,
    1.41, -0.993, 0.63, -1.464, -1.184};
static const double golden_mul_same_in0_grad[] = {1.743216, 1.815072, 1.139241, -1.114224,
    0.7555590000000001, -0.38373599999999997, 1.7753700000000001, -2.24358, 1.36822, -1.32714,
    0.096672, -0.8558000000000001};
static const double golden_mul_same_in1[] = {1.579, 1.776, 0.947, -0.834, 1.407, -0.472, 1.909,
    -1.83, 1.015, -1.314, 0.096, -1.556};
static const double golden_mul_same_in1_grad[] = {0.558624, 0.14205800000000002, -1.514577,
    0.766864, -0.47309700000000005, -0.9959250000000001, 0.5226600000000001, 1.7286599999999999,
    -1.338564, 0.6363, -1.4742479999999998, -0.6512};
static const double golden_mul_same_out[] = {0.798974, 0.24686400000000003, -1.192273,
    -0.4787159999999999, -1.239567, 0.5782, 1.072858, -2.5803, -1.007895, -0.82782, -0.140544,
    1.842304};
static const double golden_mul_same_out_grad[] = {1.104, 1.022, 1.203, 1.336, 0.537, 0.813, 0.93,
    1.226, 1.348, 1.01, 1.007, 0.55};
static const golden golden_mul_same = {2, {{2, {3, 4}, golden_mul_same_in0,
    golden_mul_same_in0_grad}, {2, {3, 4}, golden_mul_same_in1, golden_mul_same_in1_grad}}, {2, {3,
    4}, golden_mul_same_out, golden_mul_same_out_grad}};
static const double golden_mul_row_in0[] = {-1.377, 0.064, 1.189, -1.098, 1.271, 0.433, 1.38, 0.807,
    -1.934, 0.151, 0.851, 1.47};
static const double golden_mul_row_in0_grad[] = {0.7973849999999999, -1.42967, 0.10474800000000002,
    1.5670819999999999, 0.81243, -1.377365, 0.109032, 2.497649, 0.5817399999999999, -0.803595,
    0.05443200000000001, 2.5353019999999997};
static const double golden_mul_row_in1[] = {1.003, -1.585, 0.084, 1.793};
static const double golden_mul_row_in1_grad[] = {-1.186925, 0.510562, 3.825371, 2.243079};
static const double golden_mul_row_out[] = {-1.3811309999999999, -0.10144, 0.099876, -1.968714,
    1.2748129999999998, -0.6863049999999999, 0.11592, 1.446951, -1.9398019999999998, -0.239335,
    0.071484, 2.63571};
static const double golden_mul_row_out_grad[] = {0.795, 0.902, 1.247, 0.874, 0.81, 0.869, 1.298,
    1.393, 0.58, 0.507, 0.648, 1.414};
static const golden golden_mul_row = {2, {{2, {3, 4}, golden_mul_row_in0, golden_mul_row_in0_grad},
    {1, {4}, golden_mul_row_in1, golden_mul_row_in1_grad}}, {2, {3, 4}, golden_mul_row_out,
    golden_mul_row_out_grad}};
static const double golden_mul_outer_in0[] = {1.055, -1.24, -1.859};
static const double golden_mul_outer_in0_grad[] = {-1.1917239999999998, -0.8627960000000003,
    -1.829584};
static const double golden_mul_outer_in1[] = {0.682, -1.417, -1.431, 1.606};
static const double golden_mul_outer_in1_grad[] = {-1.547114, -2.0073280000000002,
    -1.7867440000000003, -0.705036};
static const double golden_mul_outer_out[] = {0.71951, -1.494935, -1.5097049999999999, 1.69433,
    -0.8456800000000001, 1.75708, 1.77444, -1.99144, -1.267838, 2.634203, 2.660229, -2.985554};
static const double golden_mul_outer_out_grad[] = {0.78, 1.306, 1.386, 1.314, 0.613, 0.808, 1.022,
    0.826, 0.866, 1.282, 1.066, 0.574};
static const golden golden_mul_outer = {2, {{2, {3, 1}, golden_mul_outer_in0,
    golden_mul_outer_in0_grad}, {2, {1, 4}, golden_mul_outer_in1, golden_mul_outer_in1_grad}}, {2,
    {3, 4}, golden_mul_outer_out, golden_mul_outer_out_grad}};
static const double golden_mul_rank4_in0[] = {0.215, -1.365, 0.877, -1.279, 0.086, -1.93, 1.459,
    -1.301, 1.789, -0.598, 0.258, 1.594};
static const double golden_mul_rank4_in0_grad[] = {-1.78655, 0.9428839999999999, -2.113851,
    0.672936, -1.202996, 0.921196, -1.345348, 1.158982, -1.808497, 1.3704489999999998, -1.216443,
    0.8964909999999999};
static const double golden_mul_rank4_in1[] = {-0.658, 0.393, -1.097, 0.694};
static const double golden_mul_rank4_in1_grad[] = {5.583353, -4.030264, 3.8100940000000003,
    -4.668723};
static const double golden_mul_rank4_out[] = {-0.14147, -0.5364450000000001, -0.5770660000000001,
    -0.502647, -0.056588, -0.75849, -0.23585499999999998, -0.9473099999999999, -0.962069,
    -0.8876259999999999, -0.094342, -1.3394199999999998, -0.960022, -0.511293, -1.177162, -0.235014,
    -0.16976400000000003, 0.626442, -1.6005230000000001, -0.9028939999999999, -1.9625329999999999,
    -0.41501199999999994, -0.283026, 1.106236};
static const double golden_mul_rank4_out_grad[] = {1.218, 1.156, 1.437, 0.568, 0.968, 0.594, 0.898,
    0.704, 1.065, 0.648, 0.516, 0.991, 1.161, 0.86, 1.183, 1.361, 0.65, 0.849, 0.53, 1.183, 0.939,
    1.204, 0.719, 0.811};
static const golden golden_mul_rank4 = {2, {{4, {2, 1, 3, 2}, golden_mul_rank4_in0,
    golden_mul_rank4_in0_grad}, {3, {2, 1, 2}, golden_mul_rank4_in1, golden_mul_rank4_in1_grad}},
    {4, {2, 2, 3, 2}, golden_mul_rank4_out, golden_mul_rank4_out_grad}};
