/* Written by make_ops.py. */
/* clang-format off */
static const double golden_frobenius_norm_in0[] = {1.77, 1.627, 0.06, -1.88, 1.872, -0.304, -0.027,
    0.027, 1.223, -1.556, -1.694, -1.778};
static const double golden_frobenius_norm_in0_grad[] = {0.33018803461437535, 0.3035118261681292,
    0.011192814732690688, -0.3507081949576416, 0.3492158196599495, -0.0567102613122995,
    -0.00503676662971081, 0.00503676662971081, 0.2281468736346786, -0.2902669954011119,
    -0.3160104692863005, -0.3316804099120675};
static const double golden_frobenius_norm_out[] = {4.781639049531028};
static const double golden_frobenius_norm_out_grad[] = {0.892};
static const golden golden_frobenius_norm = {1, {{2, {3, 4}, golden_frobenius_norm_in0,
    golden_frobenius_norm_in0_grad}}, {1, {1}, golden_frobenius_norm_out,
    golden_frobenius_norm_out_grad}};
