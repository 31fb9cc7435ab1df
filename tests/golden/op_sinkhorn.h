/* Written by make_ops.py. */
/* clang-format off */
static const double golden_sinkhorn_soft_in0[] = {-0.797, 0.592, -0.838, -1.597, -1.311, 0.835,
    -0.467, -1.9, -0.318, 1.103, 0.317, 1.255, -1.092, 0.328, 0.557, 0.133, -1.588, 0.52, 1.983,
    -0.906};
static const double golden_sinkhorn_soft_in0_grad[] = {0.03845568146741359, 0.29837661235869983,
    0.10357988413181254, -0.09991608913730686, 0.011405598963075705, 0.3111446275097344,
    0.1228177521669685, -0.11645634686321357, 0.1024513239032932, 0.26798598708888977,
    -0.15208878799706116, 0.11236019280143228, -0.00598271027173408, 0.1614365179969944,
    0.014895020425758953, -0.05384951559344804, -0.1593442181004559, 0.13874663373506702,
    -0.000507669053760121, -0.3207910283180808};
static const double golden_sinkhorn_soft_in1[] = {-0.738, -0.202, 1.986, 0.8, -1.13, -0.54, -0.135,
    0.317, -1.186, -0.891, -1.285, -1.241};
static const double golden_sinkhorn_soft_in1_grad[] = {0.12763183040203946, -0.27998255378483405,
    0.216947088384258, 0.29251688345853505, -0.10216002074588865, -0.3812942212217316,
    -0.17552357615664332, -0.034013510782637896, -0.04510897851331711, -0.5091490421969164,
    -0.19375783779938252, 0.16845959860869913};
static const double golden_sinkhorn_soft_out[] = {1.538064333999108};
static const double golden_sinkhorn_soft_out_grad[] = {0.959};
static const golden golden_sinkhorn_soft = {2, {{2, {5, 4}, golden_sinkhorn_soft_in0,
    golden_sinkhorn_soft_in0_grad}, {2, {3, 4}, golden_sinkhorn_soft_in1,
    golden_sinkhorn_soft_in1_grad}}, {1, {1}, golden_sinkhorn_soft_out,
    golden_sinkhorn_soft_out_grad}};
static const double golden_sinkhorn_sharp_in0[] = {-0.661, 0.171, 1.53, -0.391, -1.807, 1.341,
    -0.453, -0.785, -1.933, -1.508, -1.288, -1.42};
static const double golden_sinkhorn_sharp_in0_grad[] = {-0.06350275000020389, -0.08444074999985832,
    -0.06143649999952333, -0.19161025, 0.00537225000000002, 0.027412250000000013,
    -0.08961222019225869, -0.2317914694295618, -0.0035918819835435477, 0.036090499995890056,
    0.01942274973830164, -0.26324024999325835};
static const double golden_sinkhorn_sharp_in1[] = {-0.2, 0.784, 1.976, 0.441, 0.33, 0.464, 1.0,
    -1.846, 1.142, 0.196, 0.899, -1.908, -1.731, 1.054, 0.427, -1.77, -1.429, 0.491, 1.299, -0.033,
    -1.139};
static const double golden_sinkhorn_sharp_in1_grad[] = {0.036287285714285716, 0.048251857142857145,
    0.03510657142857143, 0.08674314285714288, 0.01251557142857143, -0.08390942857142858,
    0.10949157142857144, -0.0030698571428571545, -0.015664142857142863, 0.05108557142857144,
    0.13255485714285717, 0.0019678571428571536, -0.017553313657307862, 0.18434880900958928,
    0.14538518839206188, -0.02062314285714286, -0.011098714285714288, 0.15042300000000003,
    0.1379074285714286, 0.05919314285714286, 0.062499142857142864};
static const double golden_sinkhorn_sharp_out[] = {1.7870190244853896};
static const double golden_sinkhorn_sharp_out_grad[] = {0.551};
static const golden golden_sinkhorn_sharp = {2, {{2, {4, 3}, golden_sinkhorn_sharp_in0,
    golden_sinkhorn_sharp_in0_grad}, {2, {7, 3}, golden_sinkhorn_sharp_in1,
    golden_sinkhorn_sharp_in1_grad}}, {1, {1}, golden_sinkhorn_sharp_out,
    golden_sinkhorn_sharp_out_grad}};
static const double golden_sinkhorn_one_row_in0[] = {-0.649, 1.001, -1.599};
static const double golden_sinkhorn_one_row_in0_grad[] = {0.11354560000000022, 0.5033927999999996,
    -1.5318791999999997};
static const double golden_sinkhorn_one_row_in1[] = {-1.326, 1.354, 1.772, -0.997, -0.921, 0.237,
    -1.661, 0.977, 1.739, 0.53, 0.427, 1.155, -0.827, -1.425, 1.079};
static const double golden_sinkhorn_one_row_in1_grad[] = {-0.088060673605949, 0.020918975708126737,
    0.36749804892917726, -0.03224236816607956, -0.22472060435098282, 0.22723189369158825,
    -0.0934429025549718, 0.015567910628288516, 0.36709004818109503, 0.12580805357487382,
    -0.06363884253959023, 0.30190934280714754, -0.023771064106213928, -0.250758662387025,
    0.2699111530521745};
static const double golden_sinkhorn_one_row_out[] = {5.062762897872689};
static const double golden_sinkhorn_one_row_out_grad[] = {0.548};
static const golden golden_sinkhorn_one_row = {2, {{2, {1, 3}, golden_sinkhorn_one_row_in0,
    golden_sinkhorn_one_row_in0_grad}, {2, {5, 3}, golden_sinkhorn_one_row_in1,
    golden_sinkhorn_one_row_in1_grad}}, {1, {1}, golden_sinkhorn_one_row_out,
    golden_sinkhorn_one_row_out_grad}};
static const double golden_sinkhorn_one_other_in0[] = {-1.681, -1.41, 1.49, -1.463, -0.505, 1.04,
    -1.261, 0.295, 1.199, -0.984, -1.456, -0.76};
static const double golden_sinkhorn_one_other_in0_grad[] = {-0.35569824999999994,
    -0.00020524999999997734, 0.09154149999999997, -0.31095375, 0.18554599999999996,
    -0.0008210000000000005, -0.26949324999999996, 0.34974599999999995, 0.03181375,
    -0.21263899999999997, -0.009646749999999983, -0.37027099999999996};
static const double golden_sinkhorn_one_other_in1[] = {0.052, -1.409, 1.044};
static const double golden_sinkhorn_one_other_in1_grad[] = {1.1487842500000156, -0.5254399999999979,
    0.24773674999999382};
static const double golden_sinkhorn_one_other_out[] = {1.9102913820486003};
static const double golden_sinkhorn_one_other_out_grad[] = {0.821};
static const golden golden_sinkhorn_one_other = {2, {{2, {4, 3}, golden_sinkhorn_one_other_in0,
    golden_sinkhorn_one_other_in0_grad}, {2, {1, 3}, golden_sinkhorn_one_other_in1,
    golden_sinkhorn_one_other_in1_grad}}, {1, {1}, golden_sinkhorn_one_other_out,
    golden_sinkhorn_one_other_out_grad}};
static const double golden_sinkhorn_one_each_in0[] = {-1.051, 1.653, 1.285};
static const double golden_sinkhorn_one_each_in0_grad[] = {-0.8535799999999999, 1.148511, 1.075893};
static const double golden_sinkhorn_one_each_in1[] = {0.289, -0.15, -0.404};
static const double golden_sinkhorn_one_each_in1_grad[] = {0.8535799999999999, -1.148511,
    -1.075893};
static const double golden_sinkhorn_one_each_out[] = {3.9495649999999998};
static const double golden_sinkhorn_one_each_out_grad[] = {0.637};
static const golden golden_sinkhorn_one_each = {2, {{2, {1, 3}, golden_sinkhorn_one_each_in0,
    golden_sinkhorn_one_each_in0_grad}, {2, {1, 3}, golden_sinkhorn_one_each_in1,
    golden_sinkhorn_one_each_in1_grad}}, {1, {1}, golden_sinkhorn_one_each_out,
    golden_sinkhorn_one_each_out_grad}};
static const double golden_sinkhorn_equal_in0[] = {-1.964, 1.35, -1.321, -1.661, 1.939, 1.409,
    1.634, 1.138, 1.889, 0.88, -1.811, -0.736, 0.814, -1.024, 1.265};
static const double golden_sinkhorn_equal_in0_grad[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
static const double golden_sinkhorn_equal_in1[] = {-1.964, 1.35, -1.321, -1.661, 1.939, 1.409,
    1.634, 1.138, 1.889, 0.88, -1.811, -0.736, 0.814, -1.024, 1.265};
static const double golden_sinkhorn_equal_in1_grad[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
static const double golden_sinkhorn_equal_out[] = {0.0};
static const double golden_sinkhorn_equal_out_grad[] = {0.959};
static const golden golden_sinkhorn_equal = {2, {{2, {5, 3}, golden_sinkhorn_equal_in0,
    golden_sinkhorn_equal_in0_grad}, {2, {5, 3}, golden_sinkhorn_equal_in1,
    golden_sinkhorn_equal_in1_grad}}, {1, {1}, golden_sinkhorn_equal_out,
    golden_sinkhorn_equal_out_grad}};
static const double golden_sinkhorn_wide_blur_in0[] = {0.079, -0.617, 1.609, 1.58, 0.853, -0.922,
    -1.922, 1.427, -1.101, -0.297, -1.764, 1.663};
static const double golden_sinkhorn_wide_blur_in0_grad[] = {-0.020947220935697793,
    0.14819088206674338, 0.059202795629612615, -0.022989175607806944, 0.1514931618901931,
    0.05815997100953896, -0.0226548944503418, 0.15217562851543198, 0.05509459340142786,
    -0.02077826858840591, 0.14767927171475986, 0.06022151419194849};
static const double golden_sinkhorn_wide_blur_in1[] = {1.404, -1.912, -1.861, -1.242, -0.067, 0.061,
    1.585, 0.719, -0.227, -1.656, -0.263, 0.562, -0.371, -1.483, 1.909};
static const double golden_sinkhorn_wide_blur_in1_grad[] = {0.018651038604365455,
    -0.12111670156313853, -0.04821762951049968, 0.017387610470250642, -0.1201622792431235,
    -0.04540002315737613, 0.01791716179307412, -0.12051773163997626, -0.04620758393495754,
    0.017053419008203008, -0.11967835417001405, -0.045417803101537986, 0.01640335875006995,
    -0.11801123020654586, -0.047385660967500076};
static const double golden_sinkhorn_wide_blur_out[] = {0.19969595608567925};
static const double golden_sinkhorn_wide_blur_out_grad[] = {1.041};
static const golden golden_sinkhorn_wide_blur = {2, {{2, {4, 3}, golden_sinkhorn_wide_blur_in0,
    golden_sinkhorn_wide_blur_in0_grad}, {2, {5, 3}, golden_sinkhorn_wide_blur_in1,
    golden_sinkhorn_wide_blur_in1_grad}}, {1, {1}, golden_sinkhorn_wide_blur_out,
    golden_sinkhorn_wide_blur_out_grad}};
static const double golden_sinkhorn_one_column_in0[] = {0.279, -1.301, -0.444, -1.044, 0.898, 0.538,
    -1.226, 1.777, 1.512, 0.049, 1.311, -1.465, 1.649, -0.293, 1.482, 1.443, -1.307, 0.864, 1.4,
    1.45};
static const double golden_sinkhorn_one_column_in0_grad[] = {0.011937934756104069,
    0.008486815224109236, 0.013292563273309712, 0.005021380862461667, 0.013041846664978594,
    0.011151657421150728, 0.00757374466867446, -0.005068477085310227, -0.000865666122133569,
    0.010644250335839801, 0.006955319962653299, 0.009732900282160553, -0.0038964146677928336,
    0.01171672598217973, 9.101466973523409e-05, 0.0014815905943255231, 0.008550359107811805,
    0.012660122425785573, 0.0031759182991618895, 0.0012206881399771628};
static const double golden_sinkhorn_one_column_in1[] = {0.426, -1.681, -0.925, -0.184, -1.488,
    1.899, 0.332, 0.4, 1.385, -0.237, -0.499, 1.768, -1.005, -1.821, -1.22, 1.153, 0.889};
static const double golden_sinkhorn_one_column_in1_grad[] = {-0.01337262205633672,
    -0.010634618113047525, -0.01484075238176014, -0.014065008576133771, -0.00804239027758151,
    0.006111570419462784, -0.012897237342676494, -0.013227347535831949, -0.0025781850651006716,
    -0.013763035462558845, -0.012191142825739222, 0.0055205382114982965, -0.01302444935490541,
    -0.011611094779584424, -0.006376187578476736, -0.008305791477479122, -0.012565766731811416};
static const double golden_sinkhorn_one_column_out[] = {0.1158272114887709};
static const double golden_sinkhorn_one_column_out_grad[] = {0.538};
static const golden golden_sinkhorn_one_column = {2, {{2, {20, 1}, golden_sinkhorn_one_column_in0,
    golden_sinkhorn_one_column_in0_grad}, {2, {17, 1}, golden_sinkhorn_one_column_in1,
    golden_sinkhorn_one_column_in1_grad}}, {1, {1}, golden_sinkhorn_one_column_out,
    golden_sinkhorn_one_column_out_grad}};
