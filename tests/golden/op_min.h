/* Written by make_ops.py. */
/* clang-format off */
static const double golden_min_all_in0[] = {-0.575, -1.196, 1.209, -0.484, 1.607, 0.775, -1.498,
    0.396, -0.261, -0.43, 1.991, 0.645};
static const double golden_min_all_in0_grad[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.34, 0.0, 0.0, 0.0,
    0.0, 0.0};
static const double golden_min_all_out[] = {-1.498};
static const double golden_min_all_out_grad[] = {1.34};
static const golden golden_min_all = {1, {{2, {3, 4}, golden_min_all_in0, golden_min_all_in0_grad}},
    {1, {1}, golden_min_all_out, golden_min_all_out_grad}};
static const double golden_min_axis0_in0[] = {0.016, -1.083, -0.072, 1.48, 0.424, -1.564, -1.245,
    -0.693, 1.586, -1.831, 1.465, -0.477};
static const double golden_min_axis0_in0_grad[] = {0.545, 0.0, 0.0, 0.0, 0.0, 0.0, 1.197, 0.887,
    0.0, 1.048, 0.0, 0.0};
static const double golden_min_axis0_out[] = {0.016, -1.831, -1.245, -0.693};
static const double golden_min_axis0_out_grad[] = {0.545, 1.048, 1.197, 0.887};
static const golden golden_min_axis0 = {1, {{2, {3, 4}, golden_min_axis0_in0,
    golden_min_axis0_in0_grad}}, {1, {4}, golden_min_axis0_out, golden_min_axis0_out_grad}};
static const double golden_min_axis1_in0[] = {-1.96, 0.642, -0.939, -1.58, 1.914, -0.513, 0.856,
    -1.44, 0.834, 0.284, 0.747, -1.022, 1.419, 1.326, 1.445, 0.807, -1.159, 1.444, 0.92, 0.778,
    -0.037, 1.781, -1.23, -0.091};
static const double golden_min_axis1_in0_grad[] = {1.134, 0.0, 1.311, 1.404, 0.0, 1.385, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 1.479, 0.0, 0.0, 0.82, 0.0, 0.0, 0.0, 0.0, 0.0, 1.321, 1.16};
static const double golden_min_axis1_out[] = {-1.96, -0.513, -0.939, -1.58, -1.159, 1.326, -1.23,
    -0.091};
static const double golden_min_axis1_out_grad[] = {1.134, 1.385, 1.311, 1.404, 0.82, 1.479, 1.321,
    1.16};
static const golden golden_min_axis1 = {1, {{3, {2, 3, 4}, golden_min_axis1_in0,
    golden_min_axis1_in0_grad}}, {2, {2, 4}, golden_min_axis1_out, golden_min_axis1_out_grad}};
