/* Written by make_ops.py. */
/* clang-format off */
static const double golden_square_in0[] = {-1.94, 1.168, 0.476, 2.0, -1.066, 0.932, -0.553, 1.98,
    1.9, 1.564, -0.18, -1.733};
static const double golden_square_in0_grad[] = {-4.67152, 3.2703999999999995, 0.770168, 3.104,
    -2.7374880000000004, 1.051296, -0.631526, 2.3245199999999997, 4.978, 3.437672, -0.36648,
    -5.105418};
static const double golden_square_out[] = {3.7636, 1.3642239999999999, 0.22657599999999997, 4.0,
    1.1363560000000001, 0.8686240000000001, 0.30580900000000005, 3.9204, 3.61, 2.4460960000000003,
    0.0324, 3.0032890000000005};
static const double golden_square_out_grad[] = {1.204, 1.4, 0.809, 0.776, 1.284, 0.564, 0.571,
    0.587, 1.31, 1.099, 1.018, 1.473};
static const golden golden_square = {1, {{2, {3, 4}, golden_square_in0, golden_square_in0_grad}},
    {2, {3, 4}, golden_square_out, golden_square_out_grad}};
