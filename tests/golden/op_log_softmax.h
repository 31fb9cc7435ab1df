/* Written by make_ops.py. */
/* clang-format off */
static const double golden_log_softmax_plain_in0[] = {-0.456, 1.637, 1.049, 1.23, 0.667, 1.763,
    0.249, 1.694, 0.688, -1.272, -1.459, -0.775};
static const double golden_log_softmax_plain_in0_grad[] = {1.0918743376457367, -0.9694640964582962,
    -0.09103379840636165, -0.03137644278107935, 0.3517366821532594, -0.5891075626240558,
    0.5231260288775891, -0.28575514840679217, -0.9155052366248786, 0.3699741434143424,
    0.3041759632748501, 0.2413551299356861};
static const double golden_log_softmax_plain_out[] = {-2.945028596835164, -0.8520285968351644,
    -1.4400285968351645, -1.2590285968351644, -2.0073023174408564, -0.9113023174408565,
    -2.425302317440856, -0.9803023174408565, -0.398261333649221, -2.358261333649221,
    -2.545261333649221, -1.861261333649221};
static const double golden_log_softmax_plain_out_grad[] = {1.325, 0.921, 0.959, 1.227, 0.95, 1.201,
    0.917, 1.385, 0.966, 0.635, 0.524, 0.677};
static const golden golden_log_softmax_plain = {1, {{2, {3, 4}, golden_log_softmax_plain_in0,
    golden_log_softmax_plain_in0_grad}}, {2, {3, 4}, golden_log_softmax_plain_out,
    golden_log_softmax_plain_out_grad}};
static const double golden_log_softmax_rank3_in0[] = {1.045, 1.015, -1.587, -1.429, -1.792, -1.917,
    0.282, 1.632, 0.266, 0.033, 0.994, 0.327};
static const double golden_log_softmax_rank3_in0_grad[] = {-0.45565826519790853, -0.534760574869784,
    0.9904188400676921, -0.5515971170464722, -0.05834276909973823, 0.6099398861462102,
    0.10758378552077656, -0.6240311540534043, 0.5164473685326275, 0.6907769227674864,
    -1.1007725379627278, 0.40999561519524214};
static const double golden_log_softmax_rank3_out[] = {-0.7141157861350962, -0.7441157861350962,
    -3.346115786135096, -0.8370047706306268, -1.2000047706306267, -1.3250047706306267,
    -1.7649966605966492, -0.4149966605966493, -1.7809966605966492, -1.6006178053664581,
    -0.6396178053664583, -1.3066178053664583};
static const double golden_log_softmax_rank3_out_grad[] = {1.165, 1.038, 1.107, 0.553, 0.71, 1.288,
    0.603, 1.287, 1.004, 1.445, 0.871, 1.422};
static const golden golden_log_softmax_rank3 = {1, {{3, {2, 2, 3}, golden_log_softmax_rank3_in0,
    golden_log_softmax_rank3_in0_grad}}, {3, {2, 2, 3}, golden_log_softmax_rank3_out,
    golden_log_softmax_rank3_out_grad}};
static const double golden_log_softmax_extreme_in0[] = {1000.0, 999.0, -1000.0};
static const double golden_log_softmax_extreme_in0_grad[] = {-1.364952467976604, 0.4379524679766042,
    0.927};
static const double golden_log_softmax_extreme_out[] = {-0.31326168751822286, -1.3132616875182228,
    -2000.3132616875182};
static const double golden_log_softmax_extreme_out_grad[] = {0.75, 1.216, 0.927};
static const golden golden_log_softmax_extreme = {1, {{2, {1, 3}, golden_log_softmax_extreme_in0,
    golden_log_softmax_extreme_in0_grad}}, {2, {1, 3}, golden_log_softmax_extreme_out,
    golden_log_softmax_extreme_out_grad}};
