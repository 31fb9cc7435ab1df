/* Written by make_ops.py. */
/* clang-format off */
static const double golden_gelu_plain_in0[] = {-1.331, 3.948, 4.219, -2.299, -3.103, 1.16, -2.992,
    4.316, -2.426, 2.458, -3.107, -0.286};
static const double golden_gelu_plain_in0_grad[] = {-0.18088316827130893, 0.8164979587798822,
    1.228266839950933, -0.06144552170914171, -0.009657577819901932, 1.1131184073659375,
    -0.012842352537480633, 0.6861010450696777, -0.047601259043777405, 1.3332989169851797,
    -0.010334933744304102, 0.3490597241423676};
static const double golden_gelu_plain_out[] = {-0.12191228677484112, 3.947844435367621,
    4.218948235343748, -0.024719927738617226, -0.0029722029702734347, 1.0172916924604416,
    -0.004146257695973977, 4.315965713269052, -0.018517985848796624, 2.4408292509020293,
    -0.002936059053702618, -0.11080757138225684};
static const double golden_gelu_plain_out_grad[] = {1.42, 0.816, 1.228, 1.127, 1.063, 1.0, 1.053,
    0.686, 1.097, 1.281, 1.15, 1.256};
static const golden golden_gelu_plain = {1, {{2, {3, 4}, golden_gelu_plain_in0,
    golden_gelu_plain_in0_grad}}, {2, {3, 4}, golden_gelu_plain_out, golden_gelu_plain_out_grad}};
static const double golden_gelu_extreme_in0[] = {-1000.0, -40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0,
    1000.0};
static const double golden_gelu_extreme_in0_grad[] = {0.0, 0.0, -0.017655666567783834,
    0.5184999991725937, 0.7205000011497518, 1.386248410773282, 0.878, 1.483};
static const double golden_gelu_extreme_out[] = {-0.0, -0.0, -0.00404969409489031,
    -4.999999996010577e-10, 5.000000003989423e-10, 2.4844758366855597, 40.0, 1000.0};
static const double golden_gelu_extreme_out_grad[] = {0.85, 1.137, 1.478, 1.037, 1.441, 1.336,
    0.878, 1.483};
static const golden golden_gelu_extreme = {1, {{2, {2, 4}, golden_gelu_extreme_in0,
    golden_gelu_extreme_in0_grad}}, {2, {2, 4}, golden_gelu_extreme_out,
    golden_gelu_extreme_out_grad}};
