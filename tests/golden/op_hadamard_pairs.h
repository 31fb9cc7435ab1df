/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_hadamard_pairs_u[] = {0, 1, 2, 2, 4};
static const int32_t golden_hadamard_pairs_v[] = {1, 0, 2, 4, 0};
static const double golden_hadamard_pairs_in0[] = {-0.993, 0.765, -1.198, -0.545, -1.031, 1.064,
    1.062, 1.834, -0.78, 0.528, 0.119, -0.527, -0.215, 1.093, 0.336};
static const double golden_hadamard_pairs_in0_grad[] = {-1.08616, -1.085772, 2.276736, -1.434885,
    1.4917500000000001, -2.077332, 2.794453, 4.141704000000001, -0.822792, 0.0, 0.0, 0.0, -0.473391,
    3.0607340000000005, -2.70397};
static const double golden_hadamard_pairs_out[] = {0.541185, -0.7887149999999999, -1.274672,
    0.541185, -0.7887149999999999, -1.274672, 1.127844, 3.3635560000000004, 0.6084, -0.22833,
    2.004562, -0.26208000000000004, 0.213495, 0.836145, -0.402528};
static const double golden_hadamard_pairs_out_grad[] = {0.803, 0.531, 0.799, 0.642, 1.419, 0.935,
    1.402, 0.737, 0.849, 0.853, 1.316, 1.493, 1.389, 0.846, 1.285};
static const golden golden_hadamard_pairs = {1, {{2, {5, 3}, golden_hadamard_pairs_in0,
    golden_hadamard_pairs_in0_grad}}, {2, {5, 3}, golden_hadamard_pairs_out,
    golden_hadamard_pairs_out_grad}};
