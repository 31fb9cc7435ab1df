/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_cross_entropy_labels[] = {2, 0, -1, 3, -1};
static const double golden_cross_entropy_mean_in0[] = {0.886, 1.388, -0.514, 1.224, -0.428, 1.279,
    0.878, 0.82, 0.078, -1.484, 0.764, -1.553, -0.167, -1.152, 1.636, -0.253, -0.286, -1.754,
    -1.678, -0.605};
static const double golden_cross_entropy_mean_in0_grad[] = {0.08812397013647856, 0.1455827385281476,
    -0.3572688965138636, 0.12356218784923746, -0.35130978880826363, 0.1526395049064987,
    0.10221505377743698, 0.09645523012432793, 0.0, 0.0, 0.0, 0.0, 0.045341126754248756,
    0.01693215532354381, 0.27512196157548713, -0.3373952436532797, 0.0, 0.0, 0.0, 0.0};
static const double golden_cross_entropy_mean_out[] = {2.5615235268103116};
static const double golden_cross_entropy_mean_out_grad[] = {1.137};
static const golden golden_cross_entropy_mean = {1, {{2, {5, 4}, golden_cross_entropy_mean_in0,
    golden_cross_entropy_mean_in0_grad}}, {1, {1}, golden_cross_entropy_mean_out,
    golden_cross_entropy_mean_out_grad}};
static const double golden_cross_entropy_sum_in0[] = {-0.276, 0.612, -0.602, 1.801, -1.108, 1.682,
    -0.955, -1.922, -1.82, -0.456, -1.147, -0.642, 0.664, 1.214, 0.719, 0.622, -1.6, 0.643, -1.727,
    1.596};
static const double golden_cross_entropy_sum_in0_grad[] = {0.051431845525726036, 0.124992975955652,
    -0.5868762271003443, 0.41045140561896626, -0.5909656469182346, 0.537832956663492,
    0.03849575680939517, 0.014636933445347488, 0.0, 0.0, 0.0, 0.0, 0.13140539678524465,
    0.22775880054208783, 0.13883513869115963, -0.49799933601849217, 0.0, 0.0, 0.0, 0.0};
static const double golden_cross_entropy_sum_out[] = {7.36035836263063};
static const double golden_cross_entropy_sum_out_grad[] = {0.624};
static const golden golden_cross_entropy_sum = {1, {{2, {5, 4}, golden_cross_entropy_sum_in0,
    golden_cross_entropy_sum_in0_grad}}, {1, {1}, golden_cross_entropy_sum_out,
    golden_cross_entropy_sum_out_grad}};
static const double golden_cross_entropy_extreme_in0[] = {1000.0, 999.0, -1000.0};
static const double golden_cross_entropy_extreme_in0_grad[] = {1.027137302975157,
    -1.027137302975157, 0.0};
static const double golden_cross_entropy_extreme_out[] = {1.3132616875182228};
static const double golden_cross_entropy_extreme_out_grad[] = {1.405};
static const golden golden_cross_entropy_extreme = {1, {{2, {1, 3},
    golden_cross_entropy_extreme_in0, golden_cross_entropy_extreme_in0_grad}}, {1, {1},
    golden_cross_entropy_extreme_out, golden_cross_entropy_extreme_out_grad}};
