/* Written by make_ops.py. */
/* clang-format off */
static const double golden_neg_in0[] = {1.551, -1.654, 1.2, -0.879, -0.042, -1.629, 1.735, 0.344,
    -0.701, -1.416, 1.1, 1.812};
static const double golden_neg_in0_grad[] = {-0.58, -0.863, -0.785, -0.765, -1.154, -0.694, -0.929,
    -1.046, -0.592, -0.8, -0.908, -1.186};
static const double golden_neg_out[] = {-1.551, 1.654, -1.2, 0.879, 0.042, 1.629, -1.735, -0.344,
    0.701, 1.416, -1.1, -1.812};
static const double golden_neg_out_grad[] = {0.58, 0.863, 0.785, 0.765, 1.154, 0.694, 0.929, 1.046,
    0.592, 0.8, 0.908, 1.186};
static const golden golden_neg = {1, {{2, {3, 4}, golden_neg_in0, golden_neg_in0_grad}}, {2, {3, 4},
    golden_neg_out, golden_neg_out_grad}};
