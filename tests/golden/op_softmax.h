/* Written by make_ops.py. */
/* clang-format off */
static const double golden_softmax_plain_in0[] = {0.513, -0.609, 0.304, 1.247, -0.722, 1.128,
    -1.217, 1.897, 1.809, -1.401, -0.005, 0.519};
static const double golden_softmax_plain_in0_grad[] = {-0.06687063961953858, -0.00881285215267517,
    -0.03330276836561856, 0.1089862601378324, 0.017354023444622328, 0.03941511256443572,
    0.017604003224871614, -0.07437313923392956, 0.16073446218740747, -0.011636039001838927,
    -0.03994287234566962, -0.10915555083989878};
static const double golden_softmax_plain_out[] = {0.23694320468000377, 0.07715531511652794,
    0.19225458739543674, 0.4936468928080315, 0.04610125138453632, 0.29319563857174874,
    0.02810198163396704, 0.6326011284097479, 0.676302523985903, 0.027293279415397654,
    0.11023787121552378, 0.1861663253831755};
static const double golden_softmax_plain_out_grad[] = {0.616, 0.784, 0.725, 1.119, 1.241, 0.999,
    1.491, 0.747, 1.371, 0.707, 0.771, 0.547};
static const golden golden_softmax_plain = {1, {{2, {3, 4}, golden_softmax_plain_in0,
    golden_softmax_plain_in0_grad}}, {2, {3, 4}, golden_softmax_plain_out,
    golden_softmax_plain_out_grad}};
static const double golden_softmax_rank3_in0[] = {-1.202, 0.511, 0.268, 0.137, -1.472, 0.373, 0.626,
    -1.061, 0.833, 0.505, -0.101, -0.373};
static const double golden_softmax_rank3_in0_grad[] = {0.01908642799099545, -0.049403056632744316,
    0.03031662864174884, 0.03642748244412861, -0.0194030520890436, -0.017024430355085052,
    -0.111462006389966, -0.029518180507505355, 0.14098018689747135, -0.006031423083787518,
    0.0036639076774144254, 0.002367515406373055};
static const double golden_softmax_rank3_out[] = {0.09178683667663348, 0.5090106277623657,
    0.3992025355610008, 0.4054719392137378, 0.08112990786028071, 0.5133981529259816,
    0.4140689901035358, 0.07663336855425817, 0.509297641342206, 0.5099070002448697,
    0.2781688648026832, 0.21192413495244714};
static const double golden_softmax_rank3_out_grad[] = {0.904, 0.599, 0.772, 1.121, 0.792, 0.998,
    0.652, 0.536, 1.198, 1.07, 1.095, 1.093};
static const golden golden_softmax_rank3 = {1, {{3, {2, 2, 3}, golden_softmax_rank3_in0,
    golden_softmax_rank3_in0_grad}}, {3, {2, 2, 3}, golden_softmax_rank3_out,
    golden_softmax_rank3_out_grad}};
static const double golden_softmax_extreme_in0[] = {1000.0, 999.0, -1000.0};
static const double golden_softmax_extreme_in0_grad[] = {0.009830596662073999, -0.00983059666207414,
    0.0};
static const double golden_softmax_extreme_out[] = {0.7310585786300049, 0.26894142136999516, 0.0};
static const double golden_softmax_extreme_out_grad[] = {0.928, 0.878, 1.411};
static const golden golden_softmax_extreme = {1, {{2, {1, 3}, golden_softmax_extreme_in0,
    golden_softmax_extreme_in0_grad}}, {2, {1, 3}, golden_softmax_extreme_out,
    golden_softmax_extreme_out_grad}};
