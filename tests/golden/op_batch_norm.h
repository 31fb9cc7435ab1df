/* Written by make_ops.py. */
/* clang-format off */
static const double golden_batch_norm_train1_in0[] = {0.805, 3.113, -0.3315, 0.74,
    1.7389999999999999, -0.01100000000000001, -0.552, 4.682, -1.384, -1.877, -3.5949999999999998,
    -0.3405, -0.54, 7.5440000000000005, -0.29300000000000004};
static const double golden_batch_norm_train1_in0_grad[] = {-0.2526480601400914, 0.06337990727090573,
    0.6810855133660013, -0.17105646350413165, 0.03942863874171234, 0.2839517208797558,
    0.508898377018558, -0.13324485166498456, 0.07964606331335378, -0.42249054919399015,
    -0.011524671382364206, -0.6948814280061251, 0.33729669581965477, 0.04196097703473074,
    -0.3498018695529867};
static const double golden_batch_norm_train1_in1[] = {1.28, 0.94, 1.134};
static const double golden_batch_norm_train1_in1_grad[] = {-0.0637034090264242, 0.6709645435509873,
    -0.6753814852454099};
static const double golden_batch_norm_train1_in2[] = {-0.244, -1.343, -0.081};
static const double golden_batch_norm_train1_in2_grad[] = {5.338, 4.91, 5.639};
static const double golden_batch_norm_train1_out[] = {1.1637346739774397, -1.2369511102206396,
    0.256637763880264, 1.0797717873849149, -1.5868818848528223, 1.0268363640484104,
    -0.5891520507311175, -0.8373576710664224, -2.272641570525271, -2.300703200501816,
    -2.9453467697786313, 0.23500972206586987, -0.5736512101294206, -0.10846256408148326,
    0.3491577205307277};
static const double golden_batch_norm_train1_out_grad[] = {0.858, 1.246, 1.371, 0.922, 1.102, 1.114,
    1.465, 0.531, 1.422, 0.761, 0.708, 0.801, 1.332, 1.323, 0.931};
static const golden golden_batch_norm_train1 = {3, {{2, {5, 3}, golden_batch_norm_train1_in0,
    golden_batch_norm_train1_in0_grad}, {1, {3}, golden_batch_norm_train1_in1,
    golden_batch_norm_train1_in1_grad}, {1, {3}, golden_batch_norm_train1_in2,
    golden_batch_norm_train1_in2_grad}}, {2, {5, 3}, golden_batch_norm_train1_out,
    golden_batch_norm_train1_out_grad}};
static const double golden_batch_norm_mean1[] = {-0.028480000000000005, 0.26966,
    -0.04720000000000001};
static const double golden_batch_norm_var1[] = {1.02273757, 2.6028429300000004, 0.9278334625};
static const double golden_batch_norm_train2_in0[] = {1.191, 7.475, -0.22999999999999998, -0.904,
    -3.301, -1.7730000000000001, -0.581, 3.839, -0.2915, 1.554, 1.43, -1.225, -0.723,
    -3.0459999999999994, -0.996};
static const double golden_batch_norm_train2_in0_grad[] = {0.03362043221915798,
    0.061879621394903515, 0.5851109168015479, 0.3083287287562243, 0.07118710925208878,
    0.39069787268922757, -0.14106376634893336, -0.06862678561599336, -0.4435243579984496,
    0.005049499284142949, -0.03583269635851244, -0.732855299711526, -0.20593489391059272,
    -0.02860724867248664, 0.20057086821919898};
static const double golden_batch_norm_train2_in1[] = {1.28, 0.94, 1.134};
static const double golden_batch_norm_train2_in1_grad[] = {0.7381022802033774, 0.3889700876463422,
    -0.48854294205657184};
static const double golden_batch_norm_train2_in2[] = {-0.244, -1.343, -0.081};
static const double golden_batch_norm_train2_in2_grad[] = {5.932, 3.8100000000000005,
    4.997000000000001};
static const double golden_batch_norm_train2_out[] = {1.0841132253518995, 0.07242085409805459,
    1.2295278708383302, -1.4836213696206269, -2.389419019967514, -1.7746981055448872,
    -1.0877367518754593, -0.7582444931646038, 1.1097871724925312, 1.5290238019509577,
    -1.3085945540985269, -0.7077403381709383, -1.2617789058067712, -2.33116278686741,
    -0.2618765996150362};
static const double golden_batch_norm_train2_out_grad[] = {1.367, 1.15, 1.187, 1.295, 0.987, 1.346,
    0.974, 0.51, 0.669, 1.395, 0.608, 0.677, 0.901, 0.555, 1.118};
static const golden golden_batch_norm_train2 = {3, {{2, {5, 3}, golden_batch_norm_train2_in0,
    golden_batch_norm_train2_in0_grad}, {1, {3}, golden_batch_norm_train2_in1,
    golden_batch_norm_train2_in1_grad}, {1, {3}, golden_batch_norm_train2_in2,
    golden_batch_norm_train2_in2_grad}}, {2, {5, 3}, golden_batch_norm_train2_out,
    golden_batch_norm_train2_out_grad}};
static const double golden_batch_norm_mean2[] = {-0.014891999999999999, 0.370634,
    -0.13279000000000002};
static const double golden_batch_norm_var2[] = {1.056794543, 4.458779667, 0.87745247125};
static const double golden_batch_norm_evaluate_in0[] = {-0.294, 1.93, -0.137, 0.305, -0.028, 1.971,
    1.35, -1.42, -0.219, -1.31, -0.581, 0.571};
static const double golden_batch_norm_evaluate_in0_grad[] = {1.1579653988101712, 0.3921888739969577,
    1.1185895307821356, 1.3733718654705578, 0.43581487814190867, 0.9830029209903616,
    0.852909998048352, 0.2501817788720661, 1.0035830314051843, 1.8091652951302999,
    0.2515172687948707, 1.8146815006952612};
static const double golden_batch_norm_evaluate_in1[] = {1.28, 0.94, 1.134};
static const double golden_batch_norm_evaluate_in1_grad[] = {-0.8303133966651586,
    -0.2654266132395989, 2.8694517226301564};
static const double golden_batch_norm_evaluate_in2[] = {-0.244, -1.343, -0.081};
static const double golden_batch_norm_evaluate_in2_grad[] = {4.171, 2.9869999999999997, 4.064};
static const double golden_batch_norm_evaluate_out[] = {-0.5915240930442035, -0.6488274736786155,
    -0.08609660381449435, 0.15430523371632607, -1.5204572299624328, 2.465837087623538,
    1.455459902271841, -2.140124554143778, -0.18536537169775744, -1.856570163142197,
    -1.766632539066085, 0.7710044652263626};
static const double golden_batch_norm_evaluate_out_grad[] = {0.93, 0.881, 0.924, 1.103, 0.979,
    0.812, 0.685, 0.562, 0.829, 1.453, 0.565, 1.499};
static const golden golden_batch_norm_evaluate = {3, {{2, {4, 3}, golden_batch_norm_evaluate_in0,
    golden_batch_norm_evaluate_in0_grad}, {1, {3}, golden_batch_norm_evaluate_in1,
    golden_batch_norm_evaluate_in1_grad}, {1, {3}, golden_batch_norm_evaluate_in2,
    golden_batch_norm_evaluate_in2_grad}}, {2, {4, 3}, golden_batch_norm_evaluate_out,
    golden_batch_norm_evaluate_out_grad}};
