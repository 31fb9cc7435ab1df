/* Metrics against scikit-learn and against their definitions. */
#include "check.h"
#include "graph.h"

#include <math.h>

#include "golden/graph_metrics.h"

static const char *const names[] = {"auc", "ap", "hits@20", "hits@50", "hits@100", "mrr"};

static gg_metrics compute(const double *p, int64_t positives, const double *n, int64_t negatives)
{
    gg_metrics m;
    gg_error e;
    if (gg_metrics_compute(p, positives, n, negatives, &m, &e) != GG_OK)
        fail_msg("%s", e.message);
    return m;
}

static void test_golden(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof golden_metrics / sizeof *golden_metrics; k++) {
        gg_metrics m = compute(golden_metrics[k].positive, golden_metrics[k].positives,
                               golden_metrics[k].negative, golden_metrics[k].negatives);
        for (int i = 0; i < 6; i++) {
            double found = gg_metrics_get(&m, names[i]), expected = golden_metrics[k].expected[i];
            if (!(fabs(found - expected) < 1e-13))
                fail_msg("case %zu, %s: %.17g, expected %.17g", k, names[i], found, expected);
        }
    }
}

/* How many of the scores are above x, and how many are it. */
static int64_t count_above(const double *score, int64_t count, double x)
{
    int64_t above = 0;
    for (int64_t k = 0; k < count; k++)
        above += score[k] > x;
    return above;
}

static int64_t count_equal(const double *score, int64_t count, double x)
{
    int64_t equal = 0;
    for (int64_t k = 0; k < count; k++)
        equal += score[k] == x;
    return equal;
}

/* Hits@K: fewer than K negatives are at or above the score. AP is the mean over positives of the
 * precision at their score. */
static gg_metrics by_definition(const double *p, int64_t positives, const double *n,
                                int64_t negatives)
{
    gg_metrics m = {0};
    for (int64_t k = 0; k < positives; k++) {
        double above = (double)count_above(n, negatives, p[k]);
        double equal = (double)count_equal(n, negatives, p[k]), total = (double)positives;
        double ours = (double)(count_above(p, positives, p[k]) + count_equal(p, positives, p[k]));
        m.auc += ((double)negatives - above - equal / 2) / (double)negatives / total;
        m.ap += ours / (ours + above + equal) / total;
        m.mrr += 2 / ((above + 1) + (above + equal + 1)) / total;
        m.hits20 += (negatives < 20 || above + equal < 20) / total;
        m.hits50 += (negatives < 50 || above + equal < 50) / total;
        m.hits100 += (negatives < 100 || above + equal < 100) / total;
    }
    return m;
}

static void test_definitions(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        gg_rng rng = gg_rng_new(seed);
        double p[130], n[130];
        int64_t positives = 1 + (int64_t)gg_rng_below(rng, 1000, 130);
        int64_t negatives = 1 + (int64_t)gg_rng_below(rng, 1001, 130);
        double levels = (double)(1 + seed % 40);
        for (uint64_t k = 0; k < 130; k++) {
            p[k] = floor(levels * (gg_rng_uniform(rng, 2 * k) - 0.3));
            n[k] = floor(levels * (gg_rng_uniform(rng, 2 * k + 1) - 0.5));
        }
        gg_metrics found = compute(p, positives, n, negatives);
        gg_metrics expected = by_definition(p, positives, n, negatives);
        for (int i = 0; i < 6; i++)
            assert_true(fabs(gg_metrics_get(&found, names[i]) -
                             gg_metrics_get(&expected, names[i])) < 1e-12);
    }
}

/* A model that has collapsed must not look good. */
static void test_all_equal(void **state)
{
    (void)state;
    double score[300];
    for (int k = 0; k < 300; k++)
        score[k] = 0.125;
    gg_metrics m = compute(score, 200, score, 300);
    assert_true(m.auc == 0.5 && m.hits20 == 0 && m.hits50 == 0 && m.hits100 == 0);
    assert_true(fabs(m.ap - 0.4) < 1e-15 && fabs(m.mrr - 1 / 151.0) < 1e-15);
}

static void test_infinite_scores(void **state)
{
    (void)state;
    const double p[] = {INFINITY, 1}, n[] = {-INFINITY, 2, INFINITY};
    gg_metrics m = compute(p, 2, n, 3);
    assert_true(fabs(m.auc - (2.5 + 1) / 6) < 1e-15);
}

static void test_errors(void **state)
{
    (void)state;
    const double good[] = {1, 2, 3}, bad[] = {1, 2, NAN};
    gg_metrics m = {.auc = 7};
    gg_error e;
    assert_int_equal(gg_metrics_compute(bad, 3, good, 3, &m, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "positive score 2 of 3"));
    assert_int_equal(gg_metrics_compute(good, 3, bad, 3, &m, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "negative score 2 of 3"));
    assert_int_equal(gg_metrics_compute(good, 0, good, 3, &m, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_metrics_compute(good, 3, good, 0, &m, &e), GG_ERR_ARGUMENT);
    assert_true(m.auc == 7);
}

static void test_names(void **state)
{
    (void)state;
    gg_metrics m = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 6; i++)
        assert_true(gg_metrics_get(&m, names[i]) == i + 1);
    assert_true(isnan(gg_metrics_get(&m, "hits@10")));
    assert_true(isnan(gg_metrics_get(&m, "")));
}

/* Tensors of either type and any shape score as the numbers that they hold. */
static void test_tensors(void **state)
{
    (void)state;
    double p[] = {0.5, -1, 3, 0.25, 2, 0.5}, n[] = {0.5, 1, -2, 0.25};
    float narrow[6];
    for (int k = 0; k < 6; k++)
        narrow[k] = (float)p[k];
    gg_metrics expected = compute(p, 6, n, 4), found;
    gg_tensor positive[] = {gg_tensor_view(GG_F64, 2, (int64_t[]){3, 2}, p),
                            gg_tensor_view(GG_F32, 2, (int64_t[]){6, 1}, narrow)};
    gg_tensor negative = gg_tensor_view(GG_F64, 1, (int64_t[]){4}, n);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(gg_metrics_of_tensors(&positive[k], &negative, &found, NULL), GG_OK);
        assert_memory_equal(&found, &expected, sizeof found);
    }
    gg_error e;
    n[3] = NAN;
    assert_int_equal(gg_metrics_of_tensors(&positive[0], &negative, &found, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "negative score 3 of 4 is NaN"));
}

/* ---- accuracy ---- */

static void test_accuracy(void **state)
{
    (void)state;
    /* the label's score alone on top; on top with a later one; with an earlier one; below; without
     * a label, where NaN does not matter */
    double scores[] = {0, 2, 1, 3, 3, -1, 4, 4, 0, -5, -6, -7, NAN, 1, 2};
    float narrow[15];
    const int32_t label[] = {1, 0, 1, 2, -1}, none[] = {-1, -1, -1, -1, -1};
    double accuracy = -1;
    gg_error e;
    for (int k = 0; k < 15; k++)
        narrow[k] = (float)scores[k];
    gg_tensor wide = gg_tensor_view(GG_F64, 2, (int64_t[]){5, 3}, scores);
    gg_tensor single = gg_tensor_view(GG_F32, 2, (int64_t[]){5, 3}, narrow);
    assert_int_equal(gg_accuracy(&wide, label, &accuracy, NULL), GG_OK);
    assert_true(accuracy == 0.5);
    assert_int_equal(gg_accuracy(&single, label, &accuracy, NULL), GG_OK);
    assert_true(accuracy == 0.5);

    assert_int_equal(gg_accuracy(&wide, none, &accuracy, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "accuracy: no row has a label");
    const int32_t large[] = {1, 3, 1, 2, -1};
    assert_int_equal(gg_accuracy(&wide, large, &accuracy, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "accuracy: label 3 of row 1, expected below 3");
    scores[8] = NAN;
    assert_int_equal(gg_accuracy(&wide, label, &accuracy, &e), GG_ERR_NUMERIC);
    assert_string_equal(e.message, "accuracy: a score of row 2 is NaN");
    gg_tensor flat = gg_tensor_view(GG_F64, 1, (int64_t[]){15}, scores);
    assert_int_equal(gg_accuracy(&flat, label, &accuracy, &e), GG_ERR_SHAPE);
    assert_true(accuracy == 0.5);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_metrics m;
    gg_tensor scores = gg_tensor_view(GG_F64, 1, (int64_t[]){3}, context);
    gg_status status = gg_metrics_compute(context, 3, context, 2, &m, e);
    return status ? status : gg_metrics_of_tensors(&scores, &scores, &m, e);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    double scores[] = {3, 1, 2};
    check_every_allocation_fails(attempt, scores);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                       cmocka_unit_test(test_definitions),
                                       cmocka_unit_test(test_all_equal),
                                       cmocka_unit_test(test_infinite_scores),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_tensors),
                                       cmocka_unit_test(test_accuracy),
                                       cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
