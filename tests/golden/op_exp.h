/* Written by make_ops.py. */
/* clang-format off */
static const double golden_exp_plain_in0[] = {-1.16, 0.211, 0.783, 0.874, 0.747, -1.674, -1.377,
    0.683, 0.012, 0.906, -1.604, -0.679};
static const double golden_exp_plain_in0_grad[] = {0.3137996670634879, 1.7054139623397855,
    1.7351050214338988, 3.3838263962080233, 2.258404630891601, 0.10424754322879555,
    0.2033815440960344, 1.9600101741983893, 1.2539575659050706, 1.7246603486769319,
    0.13774702328623567, 0.37831440161217783};
static const double golden_exp_plain_out[] = {0.3134861808826053, 1.2349123550613943,
    2.1880265087438824, 2.396477617711065, 2.110658533543552, 0.18749558134675456,
    0.25233442195537764, 1.9798082567660498, 1.0120722888660778, 2.4744050913585824,
    0.20109054494340972, 0.5071238627509086};
static const double golden_exp_plain_out_grad[] = {1.001, 1.381, 0.793, 1.412, 1.07, 0.556, 0.806,
    0.99, 1.239, 0.697, 0.685, 0.746};
static const golden golden_exp_plain = {1, {{2, {3, 4}, golden_exp_plain_in0,
    golden_exp_plain_in0_grad}}, {2, {3, 4}, golden_exp_plain_out, golden_exp_plain_out_grad}};
static const double golden_exp_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_exp_extreme_in0_grad[] = {3.47515378082852e-18, 0.027582035875796627,
    0.515999999484, 1.4650000014650002, 13.242370935284676, 1.9466361567421552e+17};
static const double golden_exp_extreme_out[] = {4.248354255291589e-18, 0.049787068367863944,
    0.999999999, 1.000000001, 12.182493960703473, 2.3538526683702e+17};
static const double golden_exp_extreme_out_grad[] = {0.818, 0.554, 0.516, 1.465, 1.087, 0.827};
static const golden golden_exp_extreme = {1, {{2, {2, 3}, golden_exp_extreme_in0,
    golden_exp_extreme_in0_grad}}, {2, {2, 3}, golden_exp_extreme_out,
    golden_exp_extreme_out_grad}};
