/* Written by make_ops.py. */
/* clang-format off */
static const double golden_logsumexp_all_in0[] = {1.836, -0.161, 1.692, -0.649, -0.925, 1.202, 0.88,
    -0.247, 0.154, -1.663, -1.662, 0.151};
static const double golden_logsumexp_all_in0_grad[] = {0.21356161136006618, 0.028989258616421328,
    0.1849203827324628, 0.017795139689071475, 0.013503182100770013, 0.11328710728459085,
    0.08209896163685254, 0.02660037647377727, 0.039722801536891665, 0.006455454089966648,
    0.006461912772859841, 0.039603811706269275};
static const double golden_logsumexp_all_out[] = {3.122353679750402};
static const double golden_logsumexp_all_out_grad[] = {0.773};
static const golden golden_logsumexp_all = {1, {{2, {3, 4}, golden_logsumexp_all_in0,
    golden_logsumexp_all_in0_grad}}, {1, {1}, golden_logsumexp_all_out,
    golden_logsumexp_all_out_grad}};
static const double golden_logsumexp_axis0_in0[] = {1.814, -0.009, 0.186, 0.101, -1.881, -0.932,
    0.164, -0.153, -0.245, 0.955, -1.968, -1.965};
static const double golden_logsumexp_axis0_in0_grad[] = {1.2356510228075352, 0.2530172080464526,
    0.6675390874666308, 0.2743926471874134, 0.030702781532218497, 0.10053013189455105,
    0.6530135938292273, 0.21284412696510763, 0.15764619566024624, 0.6634526600589963,
    0.07744731870414151, 0.03476322584747903};
static const double golden_logsumexp_axis0_out[] = {1.955871837827707, 1.3821548936401387,
    0.9251999762313605, 0.7441074883541637};
static const double golden_logsumexp_axis0_out_grad[] = {1.424, 1.017, 1.398, 0.522};
static const golden golden_logsumexp_axis0 = {1, {{2, {3, 4}, golden_logsumexp_axis0_in0,
    golden_logsumexp_axis0_in0_grad}}, {1, {4}, golden_logsumexp_axis0_out,
    golden_logsumexp_axis0_out_grad}};
static const double golden_logsumexp_axis1_in0[] = {1.278, -1.116, -0.247, 1.123, 1.496, 1.95, 1.2,
    -0.543, 1.461, -0.32, 0.007, 1.201, -1.804, -0.128, 1.769, -0.127, 1.702, 1.743, 0.517, 1.552,
    1.479, -0.754, 1.974, -0.652};
static const double golden_logsumexp_axis1_in0_grad[] = {0.297003705060871, 0.059337165642351315,
    0.19940313196521608, 0.5766204281448133, 0.3693499666486453, 1.2731327177516076,
    0.8475319726225353, 0.10898216153578465, 0.3566463282904835, 0.1315301166060409,
    0.25706489541224864, 0.6233974103194022, 0.016204594706666724, 0.17186593552936297,
    0.5223880010915557, 0.18096166841835942, 0.5398518909358307, 1.1162328055303279,
    0.1493676339325475, 0.9699894858839911, 0.4319435143575024, 0.09190125894030902,
    0.6412443649758964, 0.10704884569764939};
static const double golden_logsumexp_axis1_out[] = {2.5147501522743108, 2.0896918455052607,
    1.630863178135292, 1.9428345527088042, 2.306387871854859, 1.9551240498594025,
    2.6906592654183825, 1.8119932051165575};
static const double golden_logsumexp_axis1_out_grad[] = {1.023, 1.464, 1.304, 1.309, 0.988, 1.38,
    1.313, 1.258};
static const golden golden_logsumexp_axis1 = {1, {{3, {2, 3, 4}, golden_logsumexp_axis1_in0,
    golden_logsumexp_axis1_in0_grad}}, {2, {2, 4}, golden_logsumexp_axis1_out,
    golden_logsumexp_axis1_out_grad}};
static const double golden_logsumexp_axis2_in0[] = {-0.877, -1.94, 1.373, 1.306, -1.163, 1.526,
    1.389, -0.24, -0.546, -0.824, -1.796, 1.616, -1.052, 0.614, 0.454, -1.193, -1.033, 0.467, 0.784,
    1.437, 1.606, -0.059, -0.119, -0.649};
static const double golden_logsumexp_axis2_in0_grad[] = {0.02948334792471548, 0.010184079085026613,
    0.2797302166811498, 0.26160235630910805, 0.0373392263120949, 0.5495195867117295,
    0.47916471828905005, 0.0939764686871257, 0.12616122713870231, 0.09554149631048738,
    0.03614579675300621, 1.096151479797804, 0.07593345713297117, 0.40176100331936243,
    0.3423581436274281, 0.06594739592023849, 0.045529135762230825, 0.20404743012752782,
    0.28015764635987606, 0.5382657877503656, 0.9054247179515468, 0.1712978981424036,
    0.16132228514804292, 0.09495509875800676};
static const double golden_logsumexp_axis2_out[] = {2.1039251300116195, 2.273130866284655,
    1.8272577840202415, 1.4048595578886833, 2.122190552074869, 1.9927831849624198};
static const double golden_logsumexp_axis2_out_grad[] = {0.581, 1.16, 1.354, 0.886, 1.068, 1.333};
static const golden golden_logsumexp_axis2 = {1, {{3, {2, 3, 4}, golden_logsumexp_axis2_in0,
    golden_logsumexp_axis2_in0_grad}}, {2, {2, 3}, golden_logsumexp_axis2_out,
    golden_logsumexp_axis2_out_grad}};
static const double golden_logsumexp_extreme_in0[] = {1000.0, 999.0, -1000.0, -1000.0, -1001.0,
    -1000.0};
static const double golden_logsumexp_extreme_in0_grad[] = {0.8524143026825995, 0.31358569731741937,
    0.0, 0.622920227421013, 0.22915954515803008, 0.622920227421013};
static const double golden_logsumexp_extreme_out[] = {1000.3132616875182, -999.1380051959418};
static const double golden_logsumexp_extreme_out_grad[] = {1.166, 1.475};
static const golden golden_logsumexp_extreme = {1, {{2, {2, 3}, golden_logsumexp_extreme_in0,
    golden_logsumexp_extreme_in0_grad}}, {1, {2}, golden_logsumexp_extreme_out,
    golden_logsumexp_extreme_out_grad}};
