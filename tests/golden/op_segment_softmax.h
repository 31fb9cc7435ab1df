/* Written by make_ops.py. */
/* clang-format off */
static const int32_t golden_segment_softmax_row[] = {0, 0, 2, 4, 4, 4, 4};
static const int32_t golden_segment_softmax_col[] = {1, 3, 0, 0, 1, 2, 3};
static const double golden_segment_softmax_matrix_in0[] = {1.391, 0.348, -1.01, 0.755, 1.894, -0.94,
    -1.14, 0.69, 0.563, 0.358, -0.061, -0.261, -0.164, -1.559, -1.236, -0.369, -0.546, 0.938, 1.117,
    1.083, 0.654};
static const double golden_segment_softmax_matrix_in0_grad[] = {0.10298041328634616,
    -0.052854424102651135, 0.1632998759546539, -0.10298041328634605, 0.052854424102651204,
    -0.16329987595465384, 0.0, 0.0, 0.0, 0.05525902148842786, -0.019344491390320497,
    -0.061909390299531776, -0.009042348906770123, -0.007693066334424895, 0.013524186689056571,
    0.009155446327417022, 0.030384576700769703, 0.0852515770666739, -0.05537211890907473,
    -0.0033470189760243085, -0.036866373456198545};
static const double golden_segment_softmax_matrix_out[] = {0.653848696285311, 0.17566474347849012,
    0.48250714233361025, 0.34615130371468894, 0.8243352565215099, 0.5174928576663897, 1.0, 1.0, 1.0,
    0.2373702079759251, 0.20086070620474059, 0.13906724125855757, 0.14083950524027503,
    0.044907807402026885, 0.052455100033850684, 0.1147345249887014, 0.12366937375035342,
    0.46125801238253883, 0.5070557617950985, 0.6305621126428791, 0.34721964632505287};
static const double golden_segment_softmax_matrix_out_grad[] = {1.129, 0.568, 1.414, 0.674, 0.933,
    0.76, 0.726, 1.086, 1.069, 1.337, 1.129, 0.754, 1.04, 1.054, 1.457, 1.184, 1.471, 1.384, 0.995,
    1.22, 1.093};
static const golden golden_segment_softmax_matrix = {1, {{2, {7, 3},
    golden_segment_softmax_matrix_in0, golden_segment_softmax_matrix_in0_grad}}, {2, {7, 3},
    golden_segment_softmax_matrix_out, golden_segment_softmax_matrix_out_grad}};
static const double golden_segment_softmax_vector_in0[] = {-1.019, -1.586, -0.8, -0.906, -0.519,
    1.76, -1.891};
static const double golden_segment_softmax_vector_in0_grad[] = {-0.12054885027021468,
    0.12054885027021477, 0.0, 0.0009294172132510356, -0.0015374631660163413, 0.0041843017125572325,
    -0.0035762557597920764};
static const double golden_segment_softmax_vector_out[] = {0.6380706530348634, 0.36192934696513657,
    1.0, 0.05804396347266014, 0.08547301519088644, 0.8348071284888835, 0.02167589284756999};
static const double golden_segment_softmax_vector_out_grad[] = {0.63, 1.152, 1.427, 0.996, 0.962,
    0.985, 0.815};
static const golden golden_segment_softmax_vector = {1, {{1, {7}, golden_segment_softmax_vector_in0,
    golden_segment_softmax_vector_in0_grad}}, {1, {7}, golden_segment_softmax_vector_out,
    golden_segment_softmax_vector_out_grad}};
static const double golden_segment_softmax_extreme_in0[] = {1000.0, 999.0, -1000.0, -700.0, 0.0,
    700.0, 700.0};
static const double golden_segment_softmax_extreme_in0_grad[] = {0.08159395229521486,
    -0.081593952295215, 0.0, 0.0, 1.7747417778767604e-306, 0.15700000000000003,
    -0.15699999999999997};
static const double golden_segment_softmax_extreme_out[] = {0.7310585786300049, 0.26894142136999516,
    1.0, 0.0, 4.929838271879885e-305, 0.5, 0.5};
static const double golden_segment_softmax_extreme_out_grad[] = {1.351, 0.936, 1.307, 1.291, 1.093,
    1.371, 0.743};
static const golden golden_segment_softmax_extreme = {1, {{1, {7},
    golden_segment_softmax_extreme_in0, golden_segment_softmax_extreme_in0_grad}}, {1, {7},
    golden_segment_softmax_extreme_out, golden_segment_softmax_extreme_out_grad}};
