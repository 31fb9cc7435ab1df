/* Node2Vec: its gradients against PyTorch and differences, its samples and pairs against counts,
 * and what comes of it on graphs with blocks. */
#include "check_treatment.h"

#include "models.h"
#include "skipgram.h"
#include "walk_pairs.h"

#include "golden/skipgram.h"

/* ---- skip-gram ---- */

enum { STRIDE = GG_SKIPGRAM_LANES };

/* Rows of a golden matrix, padded. */
static void pad(const double *x, double *to)
{
    memset(to, 0, GOLDEN_NODES * STRIDE * sizeof *to);
    for (int i = 0; i < GOLDEN_NODES * GOLDEN_WIDTH; i++)
        to[i / GOLDEN_WIDTH * STRIDE + i % GOLDEN_WIDTH] = x[i];
}

static void test_torch(void **state)
{
    (void)state;
    double z[GOLDEN_NODES * STRIDE], h[GOLDEN_NODES * STRIDE];
    double expected_z[GOLDEN_NODES * STRIDE], expected_h[GOLDEN_NODES * STRIDE];
    float single_z[GOLDEN_NODES * STRIDE], single_h[GOLDEN_NODES * STRIDE];
    pad(golden_z, z);
    pad(golden_h, h);
    pad(golden_z_after, expected_z);
    pad(golden_h_after, expected_h);
    for (size_t i = 0; i < COUNT(z); i++) {
        single_z[i] = (float)z[i];
        single_h[i] = (float)h[i];
    }
    double loss = gg_skipgram_f64(STRIDE, golden_rate, GOLDEN_PAIRS, golden_center, GOLDEN_SAMPLES,
                                  golden_sample, z, h);
    double single = gg_skipgram_f32(STRIDE, golden_rate, GOLDEN_PAIRS, golden_center,
                                    GOLDEN_SAMPLES, golden_sample, single_z, single_h);
    assert_true(fabs(loss - golden_loss) < 1e-11);
    assert_true(fabs(single - golden_loss) < 1e-4);
    for (size_t i = 0; i < COUNT(z); i++) {
        assert_true(fabs(z[i] - expected_z[i]) < 1e-12 && fabs(h[i] - expected_h[i]) < 1e-12);
        assert_true(fabs(single_z[i] - expected_z[i]) < 1e-5);
        assert_true(fabs(single_h[i] - expected_h[i]) < 1e-5);
    }
}

/* The move of one pair against central differences of its loss, which is what a rate of 0 gives. */
static void test_differences(void **state)
{
    (void)state;
    enum { ROWS = 6, WIDE = 2 * STRIDE, SIZE = ROWS * WIDE };
    const double far = 1e-5;
    for (uint64_t seed = 0; seed < 12; seed++) {
        gg_rng rng = gg_rng_new(seed);
        double x[2 * SIZE], after[2 * SIZE]; /* z, h */
        int32_t center = (int32_t)gg_rng_below(rng, 0, ROWS), sample[5];
        int64_t samples = 1 + (int64_t)(seed % 5);
        for (uint64_t j = 0; j < 5; j++)
            sample[j] = (int32_t)gg_rng_below(rng, 1 + j, ROWS);
        for (uint64_t i = 0; i < 2 * SIZE; i++)
            after[i] = x[i] = gg_rng_normal(rng, 10 + i) / 2;
        gg_skipgram_f64(WIDE, 1, 1, &center, samples, sample, after, after + SIZE);
        for (int i = 0; i < 2 * SIZE; i++) {
            double value = x[i], loss[2];
            for (int k = 0; k < 2; k++) {
                x[i] = k ? value - far : value + far;
                loss[k] = gg_skipgram_f64(WIDE, 0, 1, &center, samples, sample, x, x + SIZE);
            }
            x[i] = value;
            assert_true(fabs((loss[0] - loss[1]) / (2 * far) - (value - after[i])) < 1e-8);
        }
    }
}

/* ---- samples and pairs ---- */

static gg_node_parts new_parts(const gg_graph *g, uint64_t seed)
{
    gg_node_parts p = {0};
    assert_int_equal(gg_node_parts_new(g, gg_rng_new(seed), &p, NULL), GG_OK);
    return p;
}

/* Every linked node is in one part, and parts are equal. */
static void test_parts(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t nodes = (int32_t)(seed * 311), seen = 0;
        gg_graph *g = check_random_graph(seed, nodes, nodes);
        gg_node_parts p = new_parts(g, seed);
        for (int32_t i = 0; i < nodes; i++) {
            assert_int_equal(p.part[i] >= 0, check_degree(g, i) > 0);
            seen += p.part[i] >= 0;
        }
        assert_int_equal(p.count, seen);
        assert_int_equal(p.start[p.parts], seen);
        assert_int_equal(p.parts, seen < 512 ? 1 : seen / 256 > 16 ? 16 : seen / 256);
        for (int64_t a = 0; a < p.parts; a++) {
            assert_in_range(p.start[a + 1] - p.start[a], seen / p.parts, seen / p.parts + 1);
            for (int64_t k = p.start[a]; k < p.start[a + 1]; k++)
                assert_int_equal(p.part[p.member[k]], a);
        }
        gg_node_parts_free(&p);
        gg_graph_free(g);
    }
}

/* The table's probabilities, by going through its places; and draws. */
static void test_draws(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(5, 900, 2500);
    gg_node_parts p = new_parts(g, 5);
    double probability[900] = {0}, drawn[900] = {0}, chi_square = 0, freedom = 0;
    assert_int_equal(p.parts, 3);
    for (int64_t a = 0; a < p.parts; a++) {
        double sum = 0, size = (double)(p.start[a + 1] - p.start[a]);
        for (int64_t k = p.start[a]; k < p.start[a + 1]; k++) {
            probability[p.member[k]] += p.keep[k] * 0x1p-32 / size;
            probability[p.other[k]] += (1 - p.keep[k] * 0x1p-32) / size;
            sum += pow((double)check_degree(g, p.member[k]), 0.75);
        }
        for (uint64_t k = 0; k < 400000; k++)
            drawn[gg_node_parts_draw(&p, a,
                                     (uint32_t)gg_rng_bits(gg_rng_new(7), k * 3 + (uint64_t)a))]++;
        for (int64_t k = p.start[a]; k < p.start[a + 1]; k++) {
            int32_t i = p.member[k];
            double expected = pow((double)check_degree(g, i), 0.75) / sum;
            assert_true(fabs(probability[i] - expected) < 1e-8);
            chi_square += pow(drawn[i] - 400000 * expected, 2) / (400000 * expected);
        }
        freedom += size - 1;
    }
    assert_true(fabs(chi_square - freedom) < 4 * sqrt(2 * freedom));
    gg_node_parts_free(&p);
    gg_graph_free(g);
}

/* How often each pair of nodes is a pair of walks, the nodes at most `window` steps apart. */
static void count_pairs(const gg_walk_pairs *p, int64_t walks, int64_t window, int64_t nodes,
                        int64_t *count)
{
    const int64_t length = p->options.length;
    for (int64_t k = 0; k < walks; k++)
        for (int64_t i = 0; i < length; i++)
            for (int64_t j = 0; j < length; j++)
                if (i != j && llabs(i - j) <= window)
                    count[p->walks[k * length + i] * nodes + p->walks[k * length + j]]++;
}

/* Pairs one step apart are all there, those at most a window apart nearly as often as they should:
 * d steps apart with probability 1 - (d - 1) / window. */
static void test_pairs(void **state)
{
    (void)state;
    enum { NODES = 700, CAPACITY = 900 };
    gg_graph *g = check_random_graph(9, NODES, 3000);
    gg_node_parts parts = new_parts(g, 9);
    int64_t *least = calloc(NODES * NODES, sizeof *least), *most = calloc(NODES * NODES, 8);
    int32_t start[CAPACITY];
    for (int64_t window = 1; window <= 5; window += 2) {
        gg_walk_pairs p;
        gg_walk_options walk = {7, 2, 0.5};
        int64_t count = CAPACITY - 17 * window, expected = 0, parts2 = parts.parts * parts.parts;
        for (int64_t k = 0; k < count; k++)
            start[k] = parts.member[k % parts.count];
        assert_int_equal(gg_walk_pairs_new(&parts, &walk, window, CAPACITY, &p, NULL), GG_OK);
        assert_int_equal(gg_walk_pairs_draw(&p, g, gg_rng_new(1), count, start, 2, NULL), GG_OK);
        memset(least, 0, NODES * NODES * sizeof *least);
        memset(most, 0, NODES * NODES * sizeof *most);
        count_pairs(&p, count, 1, NODES, least);
        count_pairs(&p, count, window, NODES, most);
        for (int64_t cell = 0; cell < parts2; cell++)
            for (int64_t k = p.cell[cell]; k < p.cell[cell + 1]; k++) {
                assert_int_equal(parts.part[p.center[k]], cell / parts.parts);
                assert_int_equal(parts.part[p.context[k]], cell % parts.parts);
                least[p.center[k] * NODES + p.context[k]]--;
                most[p.center[k] * NODES + p.context[k]]--;
            }
        for (int64_t k = 0; k < NODES * NODES; k++)
            assert_true(least[k] <= 0 && most[k] >= 0);
        for (int64_t d = 1; d <= window; d++)
            expected += count * 2 * (walk.length - d) * (window - d + 1);
        double found = (double)(p.cell[parts2] * window) / (double)expected;
        assert_true(window == 1 ? found == 1 : fabs(found - 1) < 0.02);
        gg_walk_pairs_free(&p);
    }
    free(least);
    free(most);
    gg_node_parts_free(&parts);
    gg_graph_free(g);
}

/* ---- embeddings ---- */

static gg_node2vec_options small(void)
{
    gg_node2vec_options o = gg_node2vec_defaults();
    o.dimensions = 20;
    o.walks = 6;
    o.length = 20;
    o.window = 4;
    o.p = 0.5;
    o.q = 2;
    return o;
}

static gg_tensor *embed(const gg_graph *g, gg_node2vec_options o, uint64_t seed, int threads)
{
    gg_embedding_source s = {.graph = g, .seed = seed, .threads = threads};
    gg_tensor *x = NULL;
    gg_error e;
    if (gg_embed_node2vec(&s, &o, &x, &e))
        fail_msg("%s", e.message);
    assert_int_equal(x->shape[0], g->nodes);
    assert_int_equal(x->shape[1], o.dimensions);
    return x;
}

static double distance(const gg_tensor *x, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t c = 0; c < x->shape[1]; c++)
        sum += pow(gg_get(x, i * x->shape[1] + c) - gg_get(x, j * x->shape[1] + c), 2);
    return sqrt(sum);
}

/* Nodes of a block are nearer to each other than to others, on average. */
static void test_blocks(void **state)
{
    (void)state;
    gg_graph *g = check_planted_graph(2, 120, 4, 0.3, 0.01);
    gg_node2vec_options o = small();
    o.walks = 40;
    gg_tensor *x = embed(g, o, 1, 2);
    double sum[2] = {0}, count[2] = {0};
    for (int64_t i = 0; i < g->nodes; i++)
        for (int64_t j = 0; j < i; j++) {
            sum[i % 4 == j % 4] += distance(x, i, j);
            count[i % 4 == j % 4]++;
        }
    assert_true(sum[0] / count[0] > 1.4 * sum[1] / count[1]);
    gg_tensor_free(x);
    gg_graph_free(g);
}

static void test_threads_and_seeds(void **state)
{
    (void)state;
    for (int32_t nodes = 3; nodes < 5000; nodes *= 9) {
        gg_graph *g = check_random_graph((uint64_t)nodes, nodes, 2 * nodes);
        gg_tensor *x = embed(g, small(), 1, 1), *other = embed(g, small(), 2, 1);
        size_t bytes = (size_t)gg_numel(x) * sizeof(float);
        for (int threads = 2; threads < 4; threads++) {
            gg_tensor *y = embed(g, small(), 1, threads);
            assert_memory_equal(x->data, y->data, bytes);
            gg_tensor_free(y);
        }
        assert_memory_not_equal(x->data, other->data, bytes);
        for (int32_t i = 0; i < nodes; i++)
            for (int64_t c = 0; c < x->shape[1]; c++)
                assert_int_equal(gg_get(x, i * x->shape[1] + c) != 0, check_degree(g, i) > 0);
        gg_tensor_free(x);
        gg_tensor_free(other);
        gg_graph_free(g);
    }
}

/* No node, one alone, several without an edge, one edge. */
static void test_tiny(void **state)
{
    (void)state;
    for (int32_t nodes = 0; nodes < 4; nodes++)
        for (int64_t edges = 0; edges < nodes; edges++) {
            gg_graph *g = check_graph_of(nodes, edges > 1, (int32_t[]){0}, (int32_t[]){1});
            gg_tensor *x = embed(g, small(), 1, 2);
            for (int64_t i = 0; i < gg_numel(x); i++)
                assert_true(isfinite(gg_get(x, i)));
            gg_tensor_free(x);
            gg_graph_free(g);
        }
}

typedef struct watch {
    int64_t calls, stop_at, steps;
} watch;

static bool look(const gg_embedding_progress *p, void *context)
{
    watch *w = context;
    assert_int_equal(p->step, ++w->calls);
    assert_string_equal(p->what, "walks");
    assert_true(p->step <= p->steps && p->loss > 0 && p->seconds >= 0);
    w->steps = p->steps;
    return p->step != w->stop_at;
}

static void test_progress(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(4, 40, 80);
    watch w = {0};
    gg_embedding_source s = {.graph = g, .seed = 1, .threads = 1, .progress = look, .context = &w};
    gg_node2vec_options o = small();
    gg_tensor *x = NULL;
    gg_error e;
    assert_int_equal(gg_embed_node2vec(&s, &o, &x, &e), GG_OK);
    assert_int_equal(w.calls, w.steps);
    gg_tensor_free(x);
    x = NULL;
    w = (watch){.stop_at = 3};
    assert_int_equal(gg_embed_node2vec(&s, &o, &x, &e), GG_ERR_STATE);
    assert_non_null(strstr(e.message, "stopped after 3 "));
    assert_int_equal(w.calls, 3);
    assert_null(x);
    gg_graph_free(g);
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(4, 40, 80);
    gg_embedding_source s = {.graph = g, .threads = 1};
    gg_tensor *x = NULL;
    for (int k = 0; k < 9; k++) {
        gg_node2vec_options o = small();
        int64_t *const counts[] = {&o.dimensions, &o.walks, &o.length, &o.window, &o.negatives};
        double *const numbers[] = {&o.p, &o.q, &o.rate};
        if (k < 5)
            *counts[k] = 0;
        else if (k < 8)
            *numbers[k - 5] = NAN;
        else
            o.negatives = GG_SKIPGRAM_SAMPLES;
        assert_int_equal(gg_embed_node2vec(&s, &o, &x, NULL), GG_ERR_ARGUMENT);
    }
    gg_node2vec_options o = small();
    gg_error e;
    o.rate = 1e38;
    assert_int_equal(gg_embed_node2vec(&s, &o, &x, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "rate"));
    s.threads = 0;
    o = small();
    assert_int_equal(gg_embed_node2vec(&s, &o, &x, NULL), GG_ERR_ARGUMENT);
    assert_null(x);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_embedding_source s = {.graph = context, .seed = 1, .threads = 2};
    gg_tensor *x = NULL;
    gg_node2vec_options o = small();
    gg_status status = gg_embed_node2vec(&s, &o, &x, e);
    gg_tensor_free(x);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

/* Of the same name in the list of methods. */
static void test_by_name(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    gg_embedding_source s = {.graph = g, .seed = 1, .threads = 1};
    gg_node2vec_options o = gg_node2vec_defaults();
    gg_tensor *x = NULL;
    char text[200];
    o.dimensions = 10;
    gg_tensor *y = embed(g, o, 1, 1);
    assert_int_equal(gg_embed("node2vec", &s, 10, &x, NULL), GG_OK);
    assert_memory_equal(x->data, y->data, (size_t)gg_numel(x) * sizeof(float));
    assert_int_equal(gg_embedding_settings("node2vec", 10, text, sizeof text, NULL), GG_OK);
    assert_non_null(strstr(text, "10 dimensions"));
    gg_tensor_free(x);
    gg_tensor_free(y);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torch),    cmocka_unit_test(test_differences),
        cmocka_unit_test(test_parts),    cmocka_unit_test(test_draws),
        cmocka_unit_test(test_pairs),    cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_tiny),     cmocka_unit_test(test_threads_and_seeds),
        cmocka_unit_test(test_progress), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_by_name),  cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
