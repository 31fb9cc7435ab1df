/* Written by make_ops.py. */
/* clang-format off */
static const double golden_clamp_inside_in0[] = {1.806, 1.414, 1.09, -1.632, -0.379, 0.294, 1.004,
    -1.858, -0.854, -1.223, -0.945, 0.693};
static const double golden_clamp_inside_in0_grad[] = {0.0, 0.0, 0.0, 0.0, 1.193, 0.778, 0.0, 0.0,
    0.804, 0.0, 1.195, 0.0};
static const double golden_clamp_inside_out[] = {0.5, 0.5, 0.5, -1.0, -0.379, 0.294, 0.5, -1.0,
    -0.854, -1.0, -0.945, 0.5};
static const double golden_clamp_inside_out_grad[] = {1.492, 1.485, 0.611, 1.221, 1.193, 0.778,
    0.83, 1.056, 0.804, 0.62, 1.195, 0.882};
static const golden golden_clamp_inside = {1, {{2, {3, 4}, golden_clamp_inside_in0,
    golden_clamp_inside_in0_grad}}, {2, {3, 4}, golden_clamp_inside_out,
    golden_clamp_inside_out_grad}};
static const double golden_clamp_bounds_in0[] = {-1e+30, -1.0, -1e-09, 0.0, 1e-09, 0.5, 1.0, 1e+30};
static const double golden_clamp_bounds_in0_grad[] = {0.0, 0.68, 1.318, 1.391, 1.272, 0.665, 0.0,
    0.0};
static const double golden_clamp_bounds_out[] = {-1.0, -1.0, -1e-09, 0.0, 1e-09, 0.5, 0.5, 0.5};
static const double golden_clamp_bounds_out_grad[] = {0.786, 0.68, 1.318, 1.391, 1.272, 0.665,
    1.331, 0.859};
static const golden golden_clamp_bounds = {1, {{2, {2, 4}, golden_clamp_bounds_in0,
    golden_clamp_bounds_in0_grad}}, {2, {2, 4}, golden_clamp_bounds_out,
    golden_clamp_bounds_out_grad}};
static const double golden_clamp_from_below_in0[] = {-0.931, 1.046, -1.382, 1.338, -1.618, -1.761,
    -0.104, 0.921, -0.295, -0.68, -1.282, -0.397};
static const double golden_clamp_from_below_in0_grad[] = {0.0, 0.865, 0.0, 1.142, 0.0, 0.0, 0.0,
    0.947, 0.0, 0.0, 0.0, 0.0};
static const double golden_clamp_from_below_out[] = {0.25, 1.046, 0.25, 1.338, 0.25, 0.25, 0.25,
    0.921, 0.25, 0.25, 0.25, 0.25};
static const double golden_clamp_from_below_out_grad[] = {1.29, 0.865, 1.411, 1.142, 1.432, 1.115,
    0.571, 0.947, 0.579, 0.58, 0.98, 1.234};
static const golden golden_clamp_from_below = {1, {{2, {3, 4}, golden_clamp_from_below_in0,
    golden_clamp_from_below_in0_grad}}, {2, {3, 4}, golden_clamp_from_below_out,
    golden_clamp_from_below_out_grad}};
