/* Written by make_ops.py. */
/* clang-format off */
static const double golden_abs_plain_in0[] = {-1.117, -1.36, -0.908, 1.407, 0.79, 0.455, -0.165,
    0.076, 1.003, -1.845, 0.174, 0.874};
static const double golden_abs_plain_in0_grad[] = {-0.64, -1.471, -0.61, 1.255, 0.592, 0.859, -1.23,
    0.986, 0.962, -0.639, 0.67, 0.753};
static const double golden_abs_plain_out[] = {1.117, 1.36, 0.908, 1.407, 0.79, 0.455, 0.165, 0.076,
    1.003, 1.845, 0.174, 0.874};
static const double golden_abs_plain_out_grad[] = {0.64, 1.471, 0.61, 1.255, 0.592, 0.859, 1.23,
    0.986, 0.962, 0.639, 0.67, 0.753};
static const golden golden_abs_plain = {1, {{2, {3, 4}, golden_abs_plain_in0,
    golden_abs_plain_in0_grad}}, {2, {3, 4}, golden_abs_plain_out, golden_abs_plain_out_grad}};
static const double golden_abs_extreme_in0[] = {-1e+30, -1.0, -1e-09, 0.0, 1e-09, 0.5, 1.0, 1e+30};
static const double golden_abs_extreme_in0_grad[] = {-0.691, -1.362, -0.586, 0.0, 1.398, 1.139,
    0.693, 1.305};
static const double golden_abs_extreme_out[] = {1e+30, 1.0, 1e-09, 0.0, 1e-09, 0.5, 1.0, 1e+30};
static const double golden_abs_extreme_out_grad[] = {0.691, 1.362, 0.586, 1.087, 1.398, 1.139,
    0.693, 1.305};
static const golden golden_abs_extreme = {1, {{2, {2, 4}, golden_abs_extreme_in0,
    golden_abs_extreme_in0_grad}}, {2, {2, 4}, golden_abs_extreme_out,
    golden_abs_extreme_out_grad}};
