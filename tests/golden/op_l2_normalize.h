/* Written by make_ops.py. */
/* clang-format off */
static const double golden_l2_normalize_plain_in0[] = {0.278, 1.808, 0.6, -1.194, -0.853, -0.845,
    -1.184, 1.152, -1.623, -1.447, 1.34, 1.978};
static const double golden_l2_normalize_plain_in0_grad[] = {0.20232432045609183,
    0.37892547221592043, 0.34764443021833485, 0.7955863257823939, 0.29757165193640867,
    0.33784858187582245, 0.29989960417723077, 0.7763817726846074, 0.3096691347478542,
    0.39862094530400666, 0.4209664779741792, 0.26051690245968906};
static const double golden_l2_normalize_plain_out[] = {0.12271866206047026, 0.7981127374292454,
    0.26486042171324514, -0.5270722392093579, -0.4176861493535527, -0.41376881149326145,
    -0.5797660033231025, 0.5640966518819375, -0.5024016150582185, -0.4479206019650291,
    0.41479862241405596, 0.6122922948768676};
static const double golden_l2_normalize_plain_out_grad[] = {0.535, 1.357, 0.953, 1.473, 0.848,
    0.928, 0.946, 1.261, 1.142, 1.414, 1.243, 0.669};
static const golden golden_l2_normalize_plain = {1, {{2, {3, 4}, golden_l2_normalize_plain_in0,
    golden_l2_normalize_plain_in0_grad}}, {2, {3, 4}, golden_l2_normalize_plain_out,
    golden_l2_normalize_plain_out_grad}};
static const double golden_l2_normalize_small_in0[] = {1.263, -0.33, 0.261, 0.865, 1.257, -1.61,
    0.0675, 0.1537, -0.0989, -0.0, 0.0, -0.0};
static const double golden_l2_normalize_small_in0_grad[] = {0.10067607725890992, 0.9188651412347737,
    0.6746038736761377, 0.5394702126451616, 0.31615604865611524, 0.5366769485085724, 1.368, 2.98,
    1.116, 2.958, 1.686, 2.252};
static const double golden_l2_normalize_small_out[] = {0.9487421810846801, -0.24788988104350315,
    0.19605836046167976, 0.3899572957277012, 0.5666778274332028, -0.7258164695047388, 0.135, 0.3074,
    -0.1978, -0.0, 0.0, -0.0};
static const double golden_l2_normalize_small_out_grad[] = {1.329, 0.911, 1.145, 1.321, 0.882,
    0.959, 0.684, 1.49, 0.558, 1.479, 0.843, 1.126};
static const golden golden_l2_normalize_small = {1, {{2, {4, 3}, golden_l2_normalize_small_in0,
    golden_l2_normalize_small_in0_grad}}, {2, {4, 3}, golden_l2_normalize_small_out,
    golden_l2_normalize_small_out_grad}};
