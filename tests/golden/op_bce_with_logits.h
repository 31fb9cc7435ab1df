/* Written by make_ops.py. */
/* clang-format off */
static const double golden_bce_with_logits_mean_in0[] = {0.427, -0.163, 0.725, 0.395, -1.384, 1.142,
    40.0, -40.0};
static const double golden_bce_with_logits_mean_in0_grad[] = {0.06626469906242038,
    -0.14800567915478102, -0.08932268152432477, 0.06542469135805826, -0.05031167392937584,
    -0.05131064523678133, 0.1095, -0.27375};
static const double golden_bce_with_logits_mean_in1[] = {0.0, 1.0, 1.0, 0.0, 0.3, 0.9, 0.0, 1.0};
static const double golden_bce_with_logits_mean_out[] = {18.362375208855127};
static const double golden_bce_with_logits_mean_out_grad[] = {0.876};
static const golden golden_bce_with_logits_mean = {2, {{1, {8}, golden_bce_with_logits_mean_in0,
    golden_bce_with_logits_mean_in0_grad}, {1, {8}, golden_bce_with_logits_mean_in1, NULL}}, {1,
    {1}, golden_bce_with_logits_mean_out, golden_bce_with_logits_mean_out_grad}};
static const double golden_bce_with_logits_sum_in0[] = {0.427, -0.163, 0.725, 0.395, -1.384, 1.142,
    40.0, -40.0};
static const double golden_bce_with_logits_sum_in0_grad[] = {0.6747501320054679,
    -0.6028359169226697, -0.36381658410820855, 0.6661966288971229, -0.11109040422770625,
    -0.1582779828582968, 1.115, -1.115};
static const double golden_bce_with_logits_sum_in1[] = {0.0, 1.0, 1.0, 0.0, 0.3, 0.9, 0.0, 1.0};
static const double golden_bce_with_logits_sum_out[] = {84.04222971693159};
static const double golden_bce_with_logits_sum_out_grad[] = {1.115};
static const golden golden_bce_with_logits_sum = {2, {{1, {8}, golden_bce_with_logits_sum_in0,
    golden_bce_with_logits_sum_in0_grad}, {1, {8}, golden_bce_with_logits_sum_in1, NULL}}, {1, {1},
    golden_bce_with_logits_sum_out, golden_bce_with_logits_sum_out_grad}};
