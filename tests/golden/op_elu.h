/* Written by make_ops.py. */
/* clang-format off */
static const double golden_elu_plain_in0[] = {-0.961, -0.883, 0.974, -0.514, 1.378, -0.61, 0.791,
    -1.257, 1.012, 1.527, -1.955, -0.126};
static const double golden_elu_plain_in0_grad[] = {0.5385743397362667, 0.39658527007273003, 0.754,
    0.6369747896768407, 1.49, 0.3129701005869119, 0.586, 0.3926186474937101, 0.671, 0.989,
    0.07417978578772623, 0.938919811824338};
static const double golden_elu_plain_out[] = {-0.6174898155282196, -0.5864595723954849, 0.974,
    -0.40190160593723867, 1.378, -0.4566491309255002, 0.791, -0.7154937337002101, 1.012, 1.527,
    -0.858435523305866, -0.11838515321658394};
static const double golden_elu_plain_out_grad[] = {1.408, 0.959, 0.754, 1.065, 1.49, 0.576, 0.586,
    1.38, 0.671, 0.989, 0.524, 1.065};
static const golden golden_elu_plain = {1, {{2, {3, 4}, golden_elu_plain_in0,
    golden_elu_plain_in0_grad}}, {2, {3, 4}, golden_elu_plain_out, golden_elu_plain_out_grad}};
static const double golden_elu_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_elu_extreme_in0_grad[] = {2.1539156074328357e-18, 0.03400456769525108,
    1.3819999986179998, 0.546, 1.016, 0.74};
static const double golden_elu_extreme_out[] = {-1.0, -0.950212931632136, -9.999999717180685e-10,
    1e-09, 2.5, 40.0};
static const double golden_elu_extreme_out_grad[] = {0.507, 0.683, 1.382, 0.546, 1.016, 0.74};
static const golden golden_elu_extreme = {1, {{2, {2, 3}, golden_elu_extreme_in0,
    golden_elu_extreme_in0_grad}}, {2, {2, 3}, golden_elu_extreme_out,
    golden_elu_extreme_out_grad}};
