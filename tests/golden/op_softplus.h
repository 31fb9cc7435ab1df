/* Written by make_ops.py. */
/* clang-format off */
static const double golden_softplus_plain_in0[] = {1.349, 0.752, -0.246, -0.546, 1.851, -1.337,
    -2.0, -0.643, 1.781, -0.388, 0.615, 0.016};
static const double golden_softplus_plain_in0_grad[] = {0.9122670401102957, 0.41932204340246854,
    0.6410988956961345, 0.41374243239277236, 1.0725273893758103, 0.2516846468481921,
    0.1677185112851194, 0.2191456935157829, 1.1348177200980132, 0.32497587745546763,
    0.4296913070499076, 0.6441118909467918};
static const double golden_softplus_plain_out[] = {1.5797145234955863, 1.1382297991990813,
    0.57769268327319, 0.45695779582337265, 1.996899596848978, 0.23319873613200112,
    0.1269280110429725, 0.4224617875203905, 1.9366948527602978, 0.5178483128178538,
    1.0471984956378462, 0.7011791802186178};
static const double golden_softplus_plain_out_grad[] = {1.149, 0.617, 1.461, 1.128, 1.241, 1.21,
    1.407, 0.636, 1.326, 0.804, 0.662, 1.278};
static const golden golden_softplus_plain = {1, {{2, {3, 4}, golden_softplus_plain_in0,
    golden_softplus_plain_in0_grad}}, {2, {3, 4}, golden_softplus_plain_out,
    golden_softplus_plain_out_grad}};
static const double golden_softplus_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_softplus_extreme_in0_grad[] = {2.952606207427654e-18,
    0.045671115869996816, 0.59949999970025, 0.42200000021100004, 1.3723506026684535, 1.02};
static const double golden_softplus_extreme_out[] = {4.248354255291589e-18, 0.04858735157374206,
    0.6931471800599454, 0.6931471810599453, 2.5788897342925496, 40.0};
static const double golden_softplus_extreme_out_grad[] = {0.695, 0.963, 1.199, 0.844, 1.485, 1.02};
static const golden golden_softplus_extreme = {1, {{2, {2, 3}, golden_softplus_extreme_in0,
    golden_softplus_extreme_in0_grad}}, {2, {2, 3}, golden_softplus_extreme_out,
    golden_softplus_extreme_out_grad}};
