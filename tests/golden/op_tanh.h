/* Written by make_ops.py. */
/* clang-format off */
static const double golden_tanh_plain_in0[] = {-0.002, -0.789, 0.257, 1.31, -1.549, -1.678, 1.4,
    -1.524, -1.375, 0.7, -0.099, -0.104};
static const double golden_tanh_plain_in0_grad[] = {0.740997036007904, 0.8179653944349808,
    0.47212406082627384, 0.3352621142435607, 0.09041793407867595, 0.08297204402669987,
    0.27083903115899804, 0.11176175873025888, 0.17936855299211996, 0.5496844849248091,
    1.0090776769026926, 0.8349367188630611};
static const double golden_tanh_plain_out[] = {-0.0019999973333376, -0.65784216537012,
    0.25148739741581577, 0.8642754128460111, -0.9136203431859565, -0.9326015300077743,
    0.8853516482022625, -0.9093922044597188, -0.8798266996519848, 0.6043677771171635,
    -0.09867782997643838, -0.1036266604663404};
static const double golden_tanh_plain_out_grad[] = {0.741, 1.442, 0.504, 1.325, 0.547, 0.637, 1.253,
    0.646, 0.794, 0.866, 1.019, 0.844};
static const golden golden_tanh_plain = {1, {{2, {3, 4}, golden_tanh_plain_in0,
    golden_tanh_plain_in0_grad}}, {2, {3, 4}, golden_tanh_plain_out, golden_tanh_plain_out_grad}};
static const double golden_tanh_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_tanh_extreme_in0_grad[] = {0.0, 0.011533397446399555, 1.301, 0.921,
    0.02834731364424917, 0.0};
static const double golden_tanh_extreme_out[] = {-1.0, -0.9950547536867305, -1e-09, 1e-09,
    0.9866142981514303, 1.0};
static const double golden_tanh_extreme_out_grad[] = {0.899, 1.169, 1.301, 0.921, 1.066, 1.283};
static const golden golden_tanh_extreme = {1, {{2, {2, 3}, golden_tanh_extreme_in0,
    golden_tanh_extreme_in0_grad}}, {2, {2, 3}, golden_tanh_extreme_out,
    golden_tanh_extreme_out_grad}};
