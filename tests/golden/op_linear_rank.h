/* Written by make_ops.py. */
/* clang-format off */
static const double golden_linear_rank_vector_in0[] = {-1.204, -0.754, -0.141};
static const double golden_linear_rank_vector_in0_grad[] = {0.8396720000000004, 1.014653,
    -3.504521};
static const double golden_linear_rank_vector_in1[] = {1.758, 0.091, -0.293, -1.414, 1.923, -1.673,
    1.924, -1.55, -0.718, 1.238, -0.976, -1.895, -1.839, 0.123, 1.186};
static const double golden_linear_rank_vector_in1_grad[] = {-1.584464, -0.992264, -0.185556,
    -1.778308, -1.113658, -0.208257, -1.10768, -0.6936800000000001, -0.12972, -0.804272, -0.503672,
    -0.094188, -1.297912, -0.8128120000000001, -0.151998};
static const double golden_linear_rank_vector_in2[] = {-0.392, -1.86, -0.769, -1.147, 0.928};
static const double golden_linear_rank_vector_in2_grad[] = {1.316, 1.477, 0.92, 0.668, 1.078};
static const double golden_linear_rank_vector_out[] = {-2.535933, -1.3715930000000005,
    -1.8155579999999998, -1.634453, 2.882188};
static const double golden_linear_rank_vector_out_grad[] = {1.316, 1.477, 0.92, 0.668, 1.078};
static const golden golden_linear_rank_vector = {3, {{1, {3}, golden_linear_rank_vector_in0,
    golden_linear_rank_vector_in0_grad}, {2, {5, 3}, golden_linear_rank_vector_in1,
    golden_linear_rank_vector_in1_grad}, {1, {5}, golden_linear_rank_vector_in2,
    golden_linear_rank_vector_in2_grad}}, {1, {5}, golden_linear_rank_vector_out,
    golden_linear_rank_vector_out_grad}};
static const double golden_linear_rank_three_in0[] = {-1.099, -1.779, -0.524, -1.4, -0.67, 0.692,
    -0.271, -1.179, 1.224, -0.383, -1.078, 0.538, -0.956, 1.449, 0.87, -0.675, 0.634, -1.29, 0.695,
    0.68, -1.538, 1.303, -0.077, -0.783};
static const double golden_linear_rank_three_in0_grad[] = {-3.462727, -0.7126689999999999,
    -0.7750760000000002, -2.467786, 0.25479499999999994, -1.694637, -3.151329, -0.1304630000000002,
    -1.6941720000000002, -3.9839370000000005, 0.6082939999999999, -1.5588650000000002,
    -2.4882910000000003, 1.056389, -1.565372, -3.178261, 0.3553079999999997, -0.6087879999999998,
    -3.4772310000000006, -0.13729200000000025, -1.4513879999999997, -3.1689320000000003,
    0.20374800000000037, -0.5950990000000002};
static const double golden_linear_rank_three_in1[] = {-1.61, -0.185, 1.409, -1.316, -0.122, -0.78,
    0.105, -1.454, 0.351, -0.246, -0.272, -0.965, 0.064, 1.918, -1.034};
static const double golden_linear_rank_three_in1_grad[] = {-2.3637819999999996, -2.2224830000000004,
    -1.5636280000000005, -2.671250000000001, -3.181323, -1.194825, -2.7158089999999993, -2.392899,
    -1.1234380000000004, -3.243061, -2.688779, 0.3093990000000002, -3.3602069999999995,
    -1.4430540000000003, -0.39348199999999994};
static const double golden_linear_rank_three_in2[] = {1.725, -0.924, 0.441, -1.323, 0.546};
static const double golden_linear_rank_three_in2_grad[] = {7.901999999999999, 9.289,
    7.767999999999999, 7.433, 9.077};
static const double golden_linear_rank_three_out[] = {3.0851889999999997, 1.1480420000000002,
    2.7283469999999994, -0.06309799999999988, -2.394642, 5.077978, 0.4603799999999999, 1.511072,
    -1.46414, -1.544188, 4.1040410000000005, -1.3782459999999999, 2.5564349999999996, -2.116806,
    -2.9982819999999997, 3.2991020000000004, -0.7080960000000001, 2.157035, -1.454736,
    -2.1024079999999996, 4.221925000000001, -0.521282, -1.460856, -2.3215019999999997, 2.364418,
    0.8768500000000001, 0.8931520000000001, -1.0045009999999999, -0.08454800000000007,
    3.0526720000000003, -1.6867919999999996, -0.72194, -1.014583, -0.19476000000000004, 3.485012,
    -1.4618320000000002, -2.018614, 0.41494, -0.8669989999999999, 1.291328};
static const double golden_linear_rank_three_out_grad[] = {1.141, 1.199, 1.275, 0.978, 0.92, 0.767,
    0.895, 1.272, 1.128, 1.388, 0.703, 1.445, 0.765, 1.018, 0.816, 1.226, 1.402, 0.623, 1.242,
    1.173, 0.857, 0.81, 0.891, 0.942, 1.494, 1.102, 1.073, 0.765, 0.559, 1.019, 0.916, 1.456, 0.915,
    0.987, 0.943, 1.19, 1.009, 1.262, 0.579, 1.324};
static const golden golden_linear_rank_three = {3, {{3, {2, 4, 3}, golden_linear_rank_three_in0,
    golden_linear_rank_three_in0_grad}, {2, {5, 3}, golden_linear_rank_three_in1,
    golden_linear_rank_three_in1_grad}, {1, {5}, golden_linear_rank_three_in2,
    golden_linear_rank_three_in2_grad}}, {3, {2, 4, 5}, golden_linear_rank_three_out,
    golden_linear_rank_three_out_grad}};
