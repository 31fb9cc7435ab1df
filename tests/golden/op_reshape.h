/* Written by make_ops.py. */
/* clang-format off */
static const double golden_reshape_in0[] = {0.294, -1.188, 1.058, -1.048, -1.727, 1.606, 0.491,
    -1.737, -0.069, 1.707, 0.497, -1.419};
static const double golden_reshape_in0_grad[] = {0.806, 0.643, 1.132, 0.521, 1.166, 1.205, 1.277,
    0.786, 0.539, 1.063, 1.487, 1.089};
static const double golden_reshape_out[] = {0.294, -1.188, 1.058, -1.048, -1.727, 1.606, 0.491,
    -1.737, -0.069, 1.707, 0.497, -1.419};
static const double golden_reshape_out_grad[] = {0.806, 0.643, 1.132, 0.521, 1.166, 1.205, 1.277,
    0.786, 0.539, 1.063, 1.487, 1.089};
static const golden golden_reshape = {1, {{2, {2, 6}, golden_reshape_in0, golden_reshape_in0_grad}},
    {3, {4, 1, 3}, golden_reshape_out, golden_reshape_out_grad}};
