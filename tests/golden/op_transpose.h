/* Written by make_ops.py. */
/* clang-format off */
static const double golden_transpose_last_in0[] = {-0.853, 1.983, 1.09, 0.442, -1.915, -1.216,
    -1.732, -0.668, -1.648, 0.883, 1.061, 0.69, -1.153, 0.85, -0.88, -1.809, 0.537, -0.755, -1.226,
    -1.903, 0.871, 0.789, 0.271, 0.319};
static const double golden_transpose_last_in0_grad[] = {1.003, 0.825, 0.71, 0.559, 1.27, 1.216,
    1.006, 0.792, 1.075, 1.464, 0.719, 0.715, 1.426, 0.593, 1.389, 0.851, 1.2, 1.024, 1.047, 0.664,
    1.208, 0.628, 0.811, 0.562};
static const double golden_transpose_last_out[] = {-0.853, -1.915, -1.648, 1.983, -1.216, 0.883,
    1.09, -1.732, 1.061, 0.442, -0.668, 0.69, -1.153, 0.537, 0.871, 0.85, -0.755, 0.789, -0.88,
    -1.226, 0.271, -1.809, -1.903, 0.319};
static const double golden_transpose_last_out_grad[] = {1.003, 1.27, 1.075, 0.825, 1.216, 1.464,
    0.71, 1.006, 0.719, 0.559, 0.792, 0.715, 1.426, 1.2, 1.208, 0.593, 1.024, 0.628, 1.389, 1.047,
    0.811, 0.851, 0.664, 0.562};
static const golden golden_transpose_last = {1, {{3, {2, 3, 4}, golden_transpose_last_in0,
    golden_transpose_last_in0_grad}}, {3, {2, 4, 3}, golden_transpose_last_out,
    golden_transpose_last_out_grad}};
static const double golden_transpose_order_in0[] = {-0.454, -0.198, 0.871, -0.813, 1.688, -1.058,
    1.29, 0.532, 0.618, 1.298, -0.204, -1.838, 1.526, -1.23, 1.013, 0.476, 1.98, 1.797, -1.551,
    -0.417, -0.182, -0.245, -1.246, 0.374};
static const double golden_transpose_order_in0_grad[] = {1.211, 1.411, 0.666, 0.696, 1.179, 1.468,
    1.319, 1.048, 0.755, 1.113, 0.728, 0.966, 1.002, 1.182, 1.399, 0.553, 0.653, 0.889, 1.274,
    0.921, 0.635, 0.964, 0.921, 1.252};
static const double golden_transpose_order_out[] = {-0.454, 1.688, 0.618, -0.198, -1.058, 1.298,
    1.526, 1.98, -0.182, -1.23, 1.797, -0.245, 0.871, 1.29, -0.204, -0.813, 0.532, -1.838, 1.013,
    -1.551, -1.246, 0.476, -0.417, 0.374};
static const double golden_transpose_order_out_grad[] = {1.211, 1.179, 0.755, 1.411, 1.468, 1.113,
    1.002, 0.653, 0.635, 1.182, 0.889, 0.964, 0.666, 1.319, 0.728, 0.696, 1.048, 0.966, 1.399,
    1.274, 0.921, 0.553, 0.921, 1.252};
static const golden golden_transpose_order = {1, {{4, {2, 3, 2, 2}, golden_transpose_order_in0,
    golden_transpose_order_in0_grad}}, {4, {2, 2, 2, 3}, golden_transpose_order_out,
    golden_transpose_order_out_grad}};
