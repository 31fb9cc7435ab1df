/* Written by make_ops.py. */
/* clang-format off */
static const double golden_head_dots_in0[] = {0.44, -0.6, 1.147, -0.911, -0.822, 0.213, 0.045,
    -1.34, -1.866, 0.728, -1.943, 1.092, 0.532, 1.204, 1.194, -1.281, 0.532, 0.482, -0.469, -0.509,
    -1.415, 0.379, -0.553, 0.633};
static const double golden_head_dots_in0_grad[] = {1.374296, -0.56028, 1.39104, 2.034695,
    0.9568000000000001, 1.7850300000000001, 0.590051, -0.24055500000000002, 0.5972400000000001,
    1.1418789999999999, 0.53696, 1.001766, 1.143824, -0.46632, 1.1577600000000001,
    1.0411650000000001, 0.48960000000000004, 0.9134099999999999, 1.555686, -0.63423, 1.57464,
    1.865931, 0.87744, 1.636974};
static const double golden_head_dots_in1[] = {1.067, -0.435, 1.08, 1.361, 0.64, 1.194};
static const double golden_head_dots_in1_grad[] = {0.47810700000000017, -0.9652540000000001,
    -0.3376640000000004, -1.2115090000000002, -3.2102500000000003, 2.471196};
static const double golden_head_dots_out[] = {1.96924, -1.511629, -1.384365, 1.051136, 1.333424,
    -0.827453, -1.8072080000000001, 0.917701};
static const double golden_head_dots_out_grad[] = {1.288, 1.495, 0.553, 0.839, 1.072, 0.765, 1.458,
    1.371};
static const golden golden_head_dots = {2, {{2, {4, 6}, golden_head_dots_in0,
    golden_head_dots_in0_grad}, {2, {2, 3}, golden_head_dots_in1, golden_head_dots_in1_grad}}, {2,
    {4, 2}, golden_head_dots_out, golden_head_dots_out_grad}};
