/* Written by make_ops.py. */
/* clang-format off */
static const double golden_log_plain_in0[] = {1.016, 0.907, 1.856, 0.779, 0.82, 1.553, 1.046, 1.197,
    1.169, 0.717, 0.514, 0.449};
static const double golden_log_plain_in0_grad[] = {0.9517716535433071, 1.4939360529217198,
    0.5468749999999999, 1.1052631578947367, 1.626829268292683, 0.8989053444945267,
    1.2103250478011471, 0.4544695071010861, 1.0205303678357571, 1.603905160390516,
    1.453307392996109, 1.4053452115812917};
static const double golden_log_plain_out[] = {0.015873349156290163, -0.09761282886700041,
    0.6184236343640089, -0.24974423311138877, -0.19845093872383832, 0.44018854416654996,
    0.044973365642731196, 0.17981842657583616, 0.15614868248993138, -0.33267943838251673,
    -0.6655320135269719, -0.8007323912398827};
static const double golden_log_plain_out_grad[] = {0.967, 1.355, 1.015, 0.861, 1.334, 1.396, 1.266,
    0.544, 1.193, 1.15, 0.747, 0.631};
static const golden golden_log_plain = {1, {{2, {3, 4}, golden_log_plain_in0,
    golden_log_plain_in0_grad}}, {2, {3, 4}, golden_log_plain_out, golden_log_plain_out_grad}};
static const double golden_log_extreme_in0[] = {1e-09, 0.999999999, 1.000000001, 1e+30};
static const double golden_log_extreme_in0_grad[] = {1052000000.0, 0.8400000008399999,
    0.8249999991749999, 7.329999999999999e-31};
static const double golden_log_extreme_out[] = {-20.72326583694641, -9.999999722180686e-10,
    1.000000082240371e-09, 69.07755278982137};
static const double golden_log_extreme_out_grad[] = {1.052, 0.84, 0.825, 0.733};
static const golden golden_log_extreme = {1, {{1, {4}, golden_log_extreme_in0,
    golden_log_extreme_in0_grad}}, {1, {4}, golden_log_extreme_out, golden_log_extreme_out_grad}};
