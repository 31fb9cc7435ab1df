/* Written by make_ops.py. */
/* clang-format off */
static const double golden_silu_plain_in0[] = {1.552, -1.772, -0.183, -4.951, -0.638, -0.383, 0.072,
    1.816, 3.039, 4.12, 4.011, 0.998};
static const double golden_silu_plain_in0_grad[] = {1.2987463761894538, -0.06593777229806266,
    0.48099358831778144, -0.03379170551400134, 0.17299301217469304, 0.37694929490509826,
    0.322653289942078, 0.98370153501163, 0.6086226417195251, 1.4201022847070408, 1.1301752742895848,
    0.6888094167482212};
static const double golden_silu_plain_out[] = {1.2807141345541329, -0.2574605882552254,
    -0.08315103687438184, -0.034788728687470474, -0.22055582288282055, -0.1552695549768933,
    0.03729544041808547, 1.5619152065592457, 2.900133631271058, 4.054142424830125,
    3.939632490173422, 0.7292038427490192};
static const double golden_silu_plain_out_grad[] = {1.238, 0.882, 1.176, 1.228, 0.859, 1.204, 0.602,
    0.912, 0.56, 1.354, 1.074, 0.743};
static const golden golden_silu_plain = {1, {{2, {3, 4}, golden_silu_plain_in0,
    golden_silu_plain_in0_grad}}, {2, {3, 4}, golden_silu_plain_out, golden_silu_plain_out_grad}};
static const double golden_silu_extreme_in0[] = {-1000.0, -40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0,
    1000.0};
static const double golden_silu_extreme_in0_grad[] = {-0.0, -1.0984969597907461e-16,
    -0.07850075845951614, 0.606999999393, 0.6750000006750001, 1.1345819469044556, 1.307, 1.343};
static const double golden_silu_extreme_out[] = {-0.0, -1.6993417021166355e-16,
    -0.14227761953270035, -4.9999999975e-10, 5.000000002500001e-10, 2.3103545499468914, 40.0,
    1000.0};
static const double golden_silu_extreme_out_grad[] = {0.584, 0.663, 0.891, 1.214, 1.35, 1.032,
    1.307, 1.343};
static const golden golden_silu_extreme = {1, {{2, {2, 4}, golden_silu_extreme_in0,
    golden_silu_extreme_in0_grad}}, {2, {2, 4}, golden_silu_extreme_out,
    golden_silu_extreme_out_grad}};
