/* Written by make_ops.py. */
/* clang-format off */
static const double golden_sigmoid_plain_in0[] = {0.618, -0.341, 1.607, 0.396, -0.865, 0.544,
    -0.185, -1.303, 1.584, 0.233, 0.502, 1.529};
static const double golden_sigmoid_plain_in0_grad[] = {0.2471419768890426, 0.308689039130445,
    0.14454016307829884, 0.3556249321218173, 0.11342649338098744, 0.1793969336889098,
    0.3125679540966508, 0.1764102082450121, 0.1483141476328987, 0.24466430480168652,
    0.2010644755686497, 0.12649493024232764};
static const double golden_sigmoid_plain_out[] = {0.6497635432496879, 0.415566585578147,
    0.8329944591701466, 0.5977262388897371, 0.29629576200022933, 0.6327424280945549,
    0.4538814589542204, 0.21366055482715413, 0.8297702697724747, 0.5579878949957817,
    0.6229292233842622, 0.8218599551638053};
static const double golden_sigmoid_plain_out_grad[] = {1.086, 1.271, 1.039, 1.479, 0.544, 0.772,
    1.261, 1.05, 1.05, 0.992, 0.856, 0.864};
static const golden golden_sigmoid_plain = {1, {{2, {3, 4}, golden_sigmoid_plain_in0,
    golden_sigmoid_plain_in0_grad}}, {2, {3, 4}, golden_sigmoid_plain_out,
    golden_sigmoid_plain_out_grad}};
static const double golden_sigmoid_extreme_in0[] = {-40.0, -3.0, -1e-09, 1e-09, 2.5, 40.0};
static const double golden_sigmoid_extreme_in0_grad[] = {4.736914994650121e-18, 0.0640605034984334,
    0.159, 0.2425, 0.052858202275011486, 0.0};
static const double golden_sigmoid_extreme_out[] = {4.248354255291589e-18, 0.04742587317756678,
    0.49999999975, 0.50000000025, 0.9241418199787566, 1.0};
static const double golden_sigmoid_extreme_out_grad[] = {1.115, 1.418, 0.636, 0.97, 0.754, 1.347};
static const golden golden_sigmoid_extreme = {1, {{2, {2, 3}, golden_sigmoid_extreme_in0,
    golden_sigmoid_extreme_in0_grad}}, {2, {2, 3}, golden_sigmoid_extreme_out,
    golden_sigmoid_extreme_out_grad}};
