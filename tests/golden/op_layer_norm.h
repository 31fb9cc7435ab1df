/* Written by make_ops.py. */
/* clang-format off */
static const double golden_layer_norm_plain_in0[] = {1.071, -1.203, -1.007, -0.801, 0.116, 0.897,
    -0.658, -1.49, -0.163, -1.735, 0.166, 0.903, 1.422, 1.842, 0.465};
static const double golden_layer_norm_plain_in0_grad[] = {-0.23614358938084434, -0.2765135863754451,
    -0.007255936834730248, 0.16067074346377885, 0.3592423691272426, 0.1475107282036403,
    -0.47363240138347606, -0.21597330411663884, 0.11116833053479458, 0.43092664676167924,
    0.4581011266587225, -1.1146273308273569, 0.4775691486031388, 0.12214355943664201,
    0.056813496128852226};
static const double golden_layer_norm_plain_in1[] = {1.386, 0.668, 1.483, 1.75, 1.648};
static const double golden_layer_norm_plain_in1_grad[] = {1.5888907090127633, -0.8506082344637921,
    -0.1550313274765957, 1.512844904975148, -1.2223969981135347};
static const double golden_layer_norm_plain_in2[] = {0.395, -0.853, 1.416, -1.853, -0.078};
static const double golden_layer_norm_plain_in2_grad[] = {2.328, 2.536, 2.47, 2.245,
    2.5330000000000004};
static const double golden_layer_norm_plain_out[] = {2.7409078587135625, -1.5130516025637735,
    0.2932961211009386, -2.752865249488597, 0.8560614256899002, 2.622822809701576,
    -0.8728317407013142, 0.07300049104269529, -0.992988693947022, -1.9954910619429427,
    -1.4035160514107308, -0.9148218963146169, 2.537265359420779, 0.6719511301345573,
    -1.4107870004750558};
static const double golden_layer_norm_plain_out_grad[] = {0.881, 0.758, 0.535, 0.57, 0.874, 0.68,
    1.001, 0.73, 0.642, 1.06, 0.767, 0.777, 1.205, 1.033, 0.599};
static const golden golden_layer_norm_plain = {3, {{2, {3, 5}, golden_layer_norm_plain_in0,
    golden_layer_norm_plain_in0_grad}, {1, {5}, golden_layer_norm_plain_in1,
    golden_layer_norm_plain_in1_grad}, {1, {5}, golden_layer_norm_plain_in2,
    golden_layer_norm_plain_in2_grad}}, {2, {3, 5}, golden_layer_norm_plain_out,
    golden_layer_norm_plain_out_grad}};
static const double golden_layer_norm_rank3_in0[] = {-0.313, 1.485, 1.814, -0.895, 0.923, 0.697,
    -0.348, 1.865, 1.999, 1.126, 0.59, 0.62, -1.885, -0.119, -1.221, -0.673};
static const double golden_layer_norm_rank3_in0_grad[] = {-0.21149306502338083, 0.03939463871690041,
    0.03559534361013139, 0.13650308269634925, -0.7121891802601368, -0.5718037383532002,
    0.5627999733001678, 0.72119294531317, -0.12592969050597214, -0.1862886354863238,
    -0.05612430739661667, 0.3683426333889126, -0.128273931121202, 0.24871793618962634,
    0.08710849633330398, -0.20755250140172832};
static const double golden_layer_norm_rank3_in1[] = {0.571, 1.186, 1.632, 1.375};
static const double golden_layer_norm_rank3_in1_grad[] = {-0.3096111784628446, 2.6045835275191562,
    -1.2022541704028407, 0.613396883908384};
static const double golden_layer_norm_rank3_in2[] = {0.38, -1.08, 0.72, -0.959};
static const double golden_layer_norm_rank3_in2_grad[] = {4.673, 4.05, 3.265, 4.198};
static const double golden_layer_norm_rank3_out[] = {-0.019704100371408517, -0.12413024803751388,
    2.485048319162715, -2.591782977871321, 0.47341973229992174, -1.2020168033801608,
    -1.4588734261085057, 0.7932556168481795, 1.182039917327695, -1.0030990791900527,
    -0.5166517055720211, -1.937603486139438, -0.33538864373749605, 0.31614551746431635,
    0.16644208939706168, -0.38855208379486705};
static const double golden_layer_norm_rank3_out_grad[] = {1.061, 1.067, 0.813, 0.658, 1.116, 0.6,
    0.899, 1.483, 1.271, 0.898, 0.847, 1.197, 1.225, 1.485, 0.706, 0.86};
static const golden golden_layer_norm_rank3 = {3, {{3, {2, 2, 4}, golden_layer_norm_rank3_in0,
    golden_layer_norm_rank3_in0_grad}, {1, {4}, golden_layer_norm_rank3_in1,
    golden_layer_norm_rank3_in1_grad}, {1, {4}, golden_layer_norm_rank3_in2,
    golden_layer_norm_rank3_in2_grad}}, {3, {2, 2, 4}, golden_layer_norm_rank3_out,
    golden_layer_norm_rank3_out_grad}};
