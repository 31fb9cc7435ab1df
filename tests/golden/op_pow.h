/* Written by make_ops.py. */
/* clang-format off */
static const double golden_pow_square_in0[] = {-1.792, 1.485, -1.116, 0.602, -1.266, 1.948, 0.718,
    -0.338, -1.508, -0.919, 0.252, -1.265};
static const double golden_pow_square_in0_grad[] = {-1.921024, 1.5473700000000001,
    -1.4418720000000003, 1.158248, -3.6081000000000003, 4.53884, 1.1890079999999998,
    -0.7794280000000001, -3.230136, -1.556786, 0.583128, -1.69004};
static const double golden_pow_square_out[] = {3.2112640000000003, 2.2052250000000004,
    1.2454560000000003, 0.36240399999999995, 1.602756, 3.794704, 0.515524, 0.11424400000000001,
    2.274064, 0.8445610000000001, 0.063504, 1.6002249999999998};
static const double golden_pow_square_out_grad[] = {0.536, 0.521, 0.646, 0.962, 1.425, 1.165, 0.828,
    1.153, 1.071, 0.847, 1.157, 0.668};
static const golden golden_pow_square = {1, {{2, {3, 4}, golden_pow_square_in0,
    golden_pow_square_in0_grad}}, {2, {3, 4}, golden_pow_square_out, golden_pow_square_out_grad}};
static const double golden_pow_cube_in0[] = {0.278, 1.851, 1.596, -1.606, -1.628, 0.619, -0.762,
    -1.268, -1.924, -1.997, -0.506, -0.486};
static const double golden_pow_cube_in0_grad[] = {0.20032012800000004, 10.391667632999999,
    10.255091616000001, 10.933381404000002, 6.8697953279999995, 0.903493638, 0.985933512,
    7.186973280000001, 13.426341552, 16.905170151000004, 0.5415161399999999, 0.456330672};
static const double golden_pow_cube_out[] = {0.02148495200000001, 6.341898050999999, 4.065356736,
    -4.142253016000001, -4.314825151999999, 0.23717665899999998, -0.44245072800000007, -2.038720832,
    -7.122217023999999, -7.964053973000001, -0.129554216, -0.114791256};
static const double golden_pow_cube_out_grad[] = {0.864, 1.011, 1.342, 1.413, 0.864, 0.786, 0.566,
    1.49, 1.209, 1.413, 0.705, 0.644};
static const golden golden_pow_cube = {1, {{2, {3, 4}, golden_pow_cube_in0,
    golden_pow_cube_in0_grad}}, {2, {3, 4}, golden_pow_cube_out, golden_pow_cube_out_grad}};
static const double golden_pow_fourth_in0[] = {-0.637, -1.012, 0.205, -0.124, -0.667, 1.605, 0.35,
    -1.492, 0.507, -0.406, 1.928, 1.47};
static const double golden_pow_fourth_in0_grad[] = {-1.370950620312, -6.185436488704,
    0.018953274999999995, -0.0046216565759999995, -0.9519450093040002, 13.627378332, 0.136171,
    -13.670419300607998, 0.6010535639160001, -0.20880105792000006, 39.56035375103999, 9.8472213};
static const double golden_pow_fourth_out[] = {0.16464848136100002, 1.048870932736,
    0.0017661006249999995, 0.000236421376, 0.19792622232100004, 6.635904800625,
    0.015006249999999997, 4.955360932096, 0.066074188401, 0.02717090689600001, 13.817456889855999,
    4.66948881};
static const double golden_pow_fourth_out_grad[] = {1.326, 1.492, 0.55, 0.606, 0.802, 0.824, 0.794,
    1.029, 1.153, 0.78, 1.38, 0.775};
static const golden golden_pow_fourth = {1, {{2, {3, 4}, golden_pow_fourth_in0,
    golden_pow_fourth_in0_grad}}, {2, {3, 4}, golden_pow_fourth_out, golden_pow_fourth_out_grad}};
static const double golden_pow_inverse_in0[] = {-0.345, -1.349, -0.525, 1.893, -0.476, -1.117,
    0.502, 0.423, 0.774, 0.39, -0.367, -0.588};
static const double golden_pow_inverse_in0_grad[] = {-5.881117412308339, -0.535772867472872,
    -3.479365079365079, -0.359151197631109, -6.386378080644024, -1.1453174629254566,
    -4.134855002301551, -6.181222719626222, -1.7760684787906709, -4.457593688362919,
    -10.045363763930238, -1.7498495997038275};
static const double golden_pow_inverse_out[] = {-2.8985507246376816, -0.7412898443291327,
    -1.9047619047619047, 0.5282620179609087, -2.100840336134454, -0.8952551477170994,
    1.9920318725099602, 2.3640661938534278, 1.2919896640826873, 2.564102564102564,
    -2.7247956403269757, -1.7006802721088436};
static const double golden_pow_inverse_out_grad[] = {0.7, 0.975, 0.959, 1.287, 1.447, 1.429, 1.042,
    1.106, 1.064, 0.678, 1.353, 0.605};
static const golden golden_pow_inverse = {1, {{2, {3, 4}, golden_pow_inverse_in0,
    golden_pow_inverse_in0_grad}}, {2, {3, 4}, golden_pow_inverse_out,
    golden_pow_inverse_out_grad}};
static const double golden_pow_root_in0[] = {1.772, 5.926, 4.612, 7.878, 3.758, 1.613, 0.253, 5.74,
    5.934, 6.165, 0.628, 7.889};
static const double golden_pow_root_in0_grad[] = {0.48791851283723614, 0.1965627043116036,
    0.2754292754524034, 0.14108706456209194, 0.25689222180569854, 0.3314857870714492,
    0.6391763783868636, 0.24667863391882108, 0.2883849271283255, 0.23077463965212755,
    0.7375724621640067, 0.170183291315336};
static const double golden_pow_root_out[] = {1.331164903383499, 2.4343376922686795,
    2.1475567512873788, 2.806777511667072, 1.9385561637466169, 1.2700393694685217,
    0.5029910535983717, 2.3958297101421877, 2.4359802954868086, 2.4829418035870274,
    0.792464510246358, 2.808736370683443};
static const double golden_pow_root_out_grad[] = {1.299, 0.957, 1.183, 0.792, 0.996, 0.842, 0.643,
    1.182, 1.405, 1.146, 1.169, 0.956};
static const golden golden_pow_root = {1, {{2, {3, 4}, golden_pow_root_in0,
    golden_pow_root_in0_grad}}, {2, {3, 4}, golden_pow_root_out, golden_pow_root_out_grad}};
static const double golden_pow_odd_in0[] = {2.751, 7.872, 5.244, 4.042, 0.332, 8.802, 2.936, 7.879,
    5.463, 4.28, 3.712, 2.371};
static const double golden_pow_odd_in0_grad[] = {9.004759102317482, 45.678976955164025,
    48.18975792826914, 35.65573330190315, 0.22619924403216946, 124.83509640125388,
    14.253430889530959, 132.91297587566427, 59.84326438393354, 31.655805296665708,
    36.59778765396866, 11.59798654335976};
static const double golden_pow_odd_out[] = {15.368256275498101, 262.68164700931493,
    87.71810565304013, 43.43202061486077, 0.05094162869263346, 355.11554473655116,
    18.32066942109399, 263.3128000111535, 97.96348835233997, 50.68718543573858, 34.50972610159317,
    10.2876266720187};
static const double golden_pow_odd_out_grad[] = {0.597, 0.507, 1.067, 1.229, 0.546, 1.146, 0.846,
    1.473, 1.236, 0.99, 1.458, 0.99};
static const golden golden_pow_odd = {1, {{2, {3, 4}, golden_pow_odd_in0, golden_pow_odd_in0_grad}},
    {2, {3, 4}, golden_pow_odd_out, golden_pow_odd_out_grad}};
static const double golden_pow_inverse_root_in0[] = {4.333, 2.695, 6.56, 1.322, 6.634, 1.967, 3.407,
    6.27, 6.422, 1.218, 1.597, 5.33};
static const double golden_pow_inverse_root_in0_grad[] = {-0.0721214197308482, -0.08170904740265378,
    -0.02972896115219464, -0.33848404036443996, -0.031632425765274266, -0.18323761062674102,
    -0.06297047736072915, -0.02840753480610597, -0.020523008025084534, -0.23396436611665622,
    -0.268808110602263, -0.04766254221198858};
static const double golden_pow_inverse_root_out[] = {0.4804029388067106, 0.6091449038731727,
    0.39043440472151514, 0.8697296430744211, 0.38825071697840796, 0.713013610490207,
    0.5417687282020309, 0.3993615319154359, 0.39460705849429, 0.9061004703659373,
    0.7913116177544958, 0.43314808182420994};
static const double golden_pow_inverse_root_out_grad[] = {1.301, 0.723, 0.999, 1.029, 1.081, 1.011,
    0.792, 0.892, 0.668, 0.629, 1.085, 1.173};
static const golden golden_pow_inverse_root = {1, {{2, {3, 4}, golden_pow_inverse_root_in0,
    golden_pow_inverse_root_in0_grad}}, {2, {3, 4}, golden_pow_inverse_root_out,
    golden_pow_inverse_root_out_grad}};
static const double golden_pow_zero_in0[] = {0.0, -1.5, 1.5};
static const double golden_pow_zero_in0_grad[] = {0.0, 0.0, 0.0};
static const double golden_pow_zero_out[] = {1.0, 1.0, 1.0};
static const double golden_pow_zero_out_grad[] = {0.8, 1.318, 1.041};
static const golden golden_pow_zero = {1, {{1, {3}, golden_pow_zero_in0, golden_pow_zero_in0_grad}},
    {1, {3}, golden_pow_zero_out, golden_pow_zero_out_grad}};
static const double golden_pow_one_in0[] = {0.0, -1.5, 1.5};
static const double golden_pow_one_in0_grad[] = {0.639, 0.668, 0.585};
static const double golden_pow_one_out[] = {0.0, -1.5, 1.5};
static const double golden_pow_one_out_grad[] = {0.639, 0.668, 0.585};
static const golden golden_pow_one = {1, {{1, {3}, golden_pow_one_in0, golden_pow_one_in0_grad}},
    {1, {3}, golden_pow_one_out, golden_pow_one_out_grad}};
static const double golden_pow_square_of_zero_in0[] = {0.0, -1.5, 1.5};
static const double golden_pow_square_of_zero_in0_grad[] = {0.0, -2.0220000000000002, 4.11};
static const double golden_pow_square_of_zero_out[] = {0.0, 2.25, 2.25};
static const double golden_pow_square_of_zero_out_grad[] = {1.323, 0.674, 1.37};
static const golden golden_pow_square_of_zero = {1, {{1, {3}, golden_pow_square_of_zero_in0,
    golden_pow_square_of_zero_in0_grad}}, {1, {3}, golden_pow_square_of_zero_out,
    golden_pow_square_of_zero_out_grad}};
static const double golden_pow_third_in0[] = {0.0, -1.5, 1.5};
static const double golden_pow_third_in0_grad[] = {0.0, 4.670999999999999, 5.64975};
static const double golden_pow_third_out[] = {0.0, -3.375, 3.375};
static const double golden_pow_third_out_grad[] = {1.03, 0.692, 0.837};
static const golden golden_pow_third = {1, {{1, {3}, golden_pow_third_in0,
    golden_pow_third_in0_grad}}, {1, {3}, golden_pow_third_out, golden_pow_third_out_grad}};
static const double golden_pow_odd_of_zero_in0[] = {0.0, 1.5};
static const double golden_pow_odd_of_zero_in0_grad[] = {0.0, 2.491131068410492};
static const double golden_pow_odd_of_zero_out[] = {0.0, 1.8371173070873836};
static const double golden_pow_odd_of_zero_out_grad[] = {1.378, 1.356};
static const golden golden_pow_odd_of_zero = {1, {{1, {2}, golden_pow_odd_of_zero_in0,
    golden_pow_odd_of_zero_in0_grad}}, {1, {2}, golden_pow_odd_of_zero_out,
    golden_pow_odd_of_zero_out_grad}};
