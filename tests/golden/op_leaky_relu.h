/* Written by make_ops.py. */
/* clang-format off */
static const double golden_leaky_relu_plain_in0[] = {0.605, -0.078, -0.446, 1.234, 0.551, 1.656,
    -0.951, -1.36, 1.37, -1.186, -1.714, 1.666};
static const double golden_leaky_relu_plain_in0_grad[] = {0.875, 0.009330000000000001,
    0.005430000000000001, 0.601, 1.322, 1.446, 0.01337, 0.00884, 1.126, 0.0146, 0.01318, 0.818};
static const double golden_leaky_relu_plain_out[] = {0.605, -0.00078, -0.00446, 1.234, 0.551, 1.656,
    -0.00951, -0.013600000000000001, 1.37, -0.011859999999999999, -0.01714, 1.666};
static const double golden_leaky_relu_plain_out_grad[] = {0.875, 0.933, 0.543, 0.601, 1.322, 1.446,
    1.337, 0.884, 1.126, 1.46, 1.318, 0.818};
static const golden golden_leaky_relu_plain = {1, {{2, {3, 4}, golden_leaky_relu_plain_in0,
    golden_leaky_relu_plain_in0_grad}}, {2, {3, 4}, golden_leaky_relu_plain_out,
    golden_leaky_relu_plain_out_grad}};
static const double golden_leaky_relu_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_leaky_relu_extreme_in0_grad[] = {0.11000000000000001, 0.1176,
    0.14980000000000002, 1.454, 0.921, 0.729};
static const double golden_leaky_relu_extreme_out[] = {-8.0, -0.6000000000000001,
    -2.0000000000000003e-10, 1e-09, 2.5, 40.0};
static const double golden_leaky_relu_extreme_out_grad[] = {0.55, 0.588, 0.749, 1.454, 0.921,
    0.729};
static const golden golden_leaky_relu_extreme = {1, {{2, {2, 3}, golden_leaky_relu_extreme_in0,
    golden_leaky_relu_extreme_in0_grad}}, {2, {2, 3}, golden_leaky_relu_extreme_out,
    golden_leaky_relu_extreme_out_grad}};
