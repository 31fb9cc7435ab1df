/* Written by make_ops.py. */
/* clang-format off */
static const double golden_nt_xent_warm_in0[] = {-1.521, -1.58, 1.54, -1.813, 0.463, 0.889, 0.382,
    -0.641, 0.263, 1.651, 0.065, -0.501, 1.83, 0.573, 0.62, 1.828, 1.729, 1.237, 1.42, -0.762};
static const double golden_nt_xent_warm_in0_grad[] = {-0.006031756193909872, 0.0010080066148524212,
    -0.041367777645173, -0.030956826725921854, 0.08048739927907464, 0.03870273656824733,
    0.018231324314464753, 0.12267825984946802, 0.04283977277152017, -0.0250249194550849,
    0.07370174708519547, -0.05041650343492547, -0.027235601288700104, 0.009270110343834072,
    -0.002903896865370099, 0.025344525813913422, -0.009634214789320458, 0.003454774464613272,
    0.010066083935552313, 0.00250634885889206};
static const double golden_nt_xent_warm_in1[] = {0.454, 0.228, 0.96, 1.071, -1.588, -1.444, -0.252,
    -1.988, -0.65, -0.843, -1.293, 1.607, 1.748, 0.156, 0.647, -0.252, -1.117, -1.098, -1.682,
    0.796};
static const double golden_nt_xent_warm_in1_grad[] = {0.06685319166422969, 0.06081885055148024,
    -0.0743011190853284, 0.025313751055665273, -0.014450674702681554, -0.035505062125495625,
    -0.011000837104668445, 0.038726957790468024, 0.0010482354930733805, -0.0554897639600328,
    0.023108244678752332, -0.01009182176613764, -0.013729565834196364, 0.007782588037174233,
    0.011316893475707381, -0.061361774863465814, -0.01445350870952438, -0.006118034646736513,
    0.014113809141346405, 0.0011020800315191918};
static const double golden_nt_xent_warm_out[] = {2.6338371219662586};
static const double golden_nt_xent_warm_out_grad[] = {0.746};
static const golden golden_nt_xent_warm = {2, {{2, {5, 4}, golden_nt_xent_warm_in0,
    golden_nt_xent_warm_in0_grad}, {2, {5, 4}, golden_nt_xent_warm_in1,
    golden_nt_xent_warm_in1_grad}}, {1, {1}, golden_nt_xent_warm_out,
    golden_nt_xent_warm_out_grad}};
static const double golden_nt_xent_cold_in0[] = {-0.895, -0.135, -1.344, 1.098, -0.794, 0.874,
    -0.744, -1.127, 0.526, -1.258, -0.233, 0.31, 0.833, -1.398, -1.199, 0.448, -0.379, -1.62,
    -1.707, -0.593, -0.278};
static const double golden_nt_xent_cold_in0_grad[] = {-0.1994531325740146, -0.8961979558759755,
    0.22284023638169623, 0.6447393464930936, 0.04456280658524389, -0.7694976361793285,
    -0.6746107731428683, 0.47348921307622593, 0.06028883634717341, 0.1984932092816658,
    0.15055996138403088, 0.9186610589639213, 0.12476032587893612, -0.3811662060164007,
    0.5311056776214194, 0.4431692006444816, -0.8795326307784491, 0.32832263515664195,
    0.18619920587051142, -0.21832216538502275, -0.677615109164192};
static const double golden_nt_xent_cold_in1[] = {0.031, 0.683, -0.45, -1.537, -0.03, 1.377, 1.903,
    1.333, -0.929, 1.364, -0.441, -1.812, 0.106, 0.803, -1.154, -0.111, 0.839, -1.071, -0.068, 0.23,
    0.791};
static const double golden_nt_xent_cold_in1_grad[] = {1.4602213923677958, 0.48815489843738236,
    0.8415036862136308, -0.4676382895991553, 0.38056865838730375, -0.5136840895877144,
    -0.2624889478576716, 0.23856962136297427, -0.19537477125544028, 0.2761352097685591,
    0.12412265374607387, 0.17765471071870642, -0.5388840389926663, 1.1189158173076619,
    0.7290881223265426, -0.23487791821069223, 0.7990615891054598, 0.650311972157673,
    1.5799309485021829, 0.0640721740211635, 0.11719178820895149};
static const double golden_nt_xent_cold_out[] = {9.981385825936444};
static const double golden_nt_xent_cold_out_grad[] = {1.259};
static const golden golden_nt_xent_cold = {2, {{2, {7, 3}, golden_nt_xent_cold_in0,
    golden_nt_xent_cold_in0_grad}, {2, {7, 3}, golden_nt_xent_cold_in1,
    golden_nt_xent_cold_in1_grad}}, {1, {1}, golden_nt_xent_cold_out,
    golden_nt_xent_cold_out_grad}};
static const double golden_nt_xent_one_node_in0[] = {-0.669, 1.932, -0.712};
static const double golden_nt_xent_one_node_in0_grad[] = {0.0, 0.0, 0.0};
static const double golden_nt_xent_one_node_in1[] = {-1.074, 0.585, -1.339};
static const double golden_nt_xent_one_node_in1_grad[] = {0.0, 0.0, 0.0};
static const double golden_nt_xent_one_node_out[] = {0.0};
static const double golden_nt_xent_one_node_out_grad[] = {0.563};
static const golden golden_nt_xent_one_node = {2, {{2, {1, 3}, golden_nt_xent_one_node_in0,
    golden_nt_xent_one_node_in0_grad}, {2, {1, 3}, golden_nt_xent_one_node_in1,
    golden_nt_xent_one_node_in1_grad}}, {1, {1}, golden_nt_xent_one_node_out,
    golden_nt_xent_one_node_out_grad}};
static const double golden_nt_xent_constant_in0[] = {-0.825, -0.144, 1.152, -0.96, -0.056, 1.038,
    -0.377, 0.992};
static const double golden_nt_xent_constant_in0_grad[] = {0.0342562033415794, -0.19625949831113199,
    0.023429349462680094, 0.028115219355216117, -0.2529412974616453, -0.013646158629915375,
    -0.10080624910084912, -0.038310439426431586};
static const double golden_nt_xent_constant_in1[] = {-0.021, 1.636, 0.955, -0.918, 1.58, 0.761,
    1.548, -1.118};
static const double golden_nt_xent_constant_out[] = {2.4476063491982227};
static const double golden_nt_xent_constant_out_grad[] = {0.537};
static const golden golden_nt_xent_constant = {2, {{2, {4, 2}, golden_nt_xent_constant_in0,
    golden_nt_xent_constant_in0_grad}, {2, {4, 2}, golden_nt_xent_constant_in1, NULL}}, {1, {1},
    golden_nt_xent_constant_out, golden_nt_xent_constant_out_grad}};
