/* Written by make_ops.py. */
/* clang-format off */
static const double golden_prelu_one_in0[] = {0.826, 1.345, 0.006, 0.169, 0.556, -1.163, 0.022,
    -0.752, -1.727, -0.484, -0.115, 0.676};
static const double golden_prelu_one_in0_grad[] = {1.236, 0.801, 0.887, 1.416, 0.706, 1.625088,
    1.313, 1.886943, 0.842697, 1.536216, 1.7631569999999999, 1.056};
static const double golden_prelu_one_in1[] = {1.587};
static const double golden_prelu_one_in1_grad[] = {-3.5983540000000005};
static const double golden_prelu_one_out[] = {0.826, 1.345, 0.006, 0.169, 0.556, -1.845681, 0.022,
    -1.193424, -2.740749, -0.768108, -0.182505, 0.676};
static const double golden_prelu_one_out_grad[] = {1.236, 0.801, 0.887, 1.416, 0.706, 1.024, 1.313,
    1.189, 0.531, 0.968, 1.111, 1.056};
static const golden golden_prelu_one = {2, {{2, {3, 4}, golden_prelu_one_in0,
    golden_prelu_one_in0_grad}, {1, {1}, golden_prelu_one_in1, golden_prelu_one_in1_grad}}, {2, {3,
    4}, golden_prelu_one_out, golden_prelu_one_out_grad}};
static const double golden_prelu_columns_in0[] = {0.003, 0.478, -0.546, 1.333, -0.612, -1.282,
    0.624, -0.195, 0.826, 0.033, 1.553, -0.34};
static const double golden_prelu_columns_in0_grad[] = {0.563, 1.42, 1.405024, 1.407, -0.519616,
    0.80548, 1.172, -2.022548, 1.379, 1.476, 0.937, -1.638472};
static const double golden_prelu_columns_in1[] = {-0.368, 1.549, 1.328, -1.892};
static const double golden_prelu_columns_in1_grad[] = {-0.8641439999999999, -0.66664,
    -0.5776680000000001, -0.5028950000000001};
static const double golden_prelu_columns_out[] = {0.003, 0.478, -0.7250880000000001, 1.333,
    0.225216, -1.9858179999999999, 0.624, 0.36894, 0.826, 0.033, 1.553, 0.64328};
static const double golden_prelu_columns_out_grad[] = {0.563, 1.42, 1.058, 1.407, 1.412, 0.52,
    1.172, 1.069, 1.379, 1.476, 0.937, 0.866};
static const golden golden_prelu_columns = {2, {{2, {3, 4}, golden_prelu_columns_in0,
    golden_prelu_columns_in0_grad}, {1, {4}, golden_prelu_columns_in1,
    golden_prelu_columns_in1_grad}}, {2, {3, 4}, golden_prelu_columns_out,
    golden_prelu_columns_out_grad}};
