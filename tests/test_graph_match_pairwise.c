/* Matching of counterfactual links under treatments of pairs: every mode against all pairs (a, b),
 * on graphs made to tie, with lists of any length; Cora. */
#include "check_match.h"
#include "match.h"
#include "parallel.h"

/* ---- treatments ---- */

/* One of the test's own: a matrix. */
typedef struct matrix {
    int64_t nodes;
    char *at;
} matrix;

static int in_matrix(const void *context, int32_t i, int32_t j)
{
    const matrix *m = context;
    return m->at[i * m->nodes + j];
}

/* From the last to the first, for any order will do. */
static int64_t partners_in_matrix(const void *context, int32_t i, int32_t *list, int32_t *scratch)
{
    const matrix *m = context;
    int64_t count = 0;
    (void)scratch;
    for (int32_t j = (int32_t)m->nodes - 1; j >= 0; j--)
        if (in_matrix(m, i, j))
            list[count++] = j;
    return count;
}

static gg_treatment of_matrix(matrix *m)
{
    return (gg_treatment){.name = "matrix", .nodes = m->nodes, .treated = in_matrix, .context = m};
}

static matrix new_matrix(const gg_treatment *t)
{
    matrix m = {t->nodes, malloc((size_t)(t->nodes * t->nodes))};
    for (int32_t i = 0; i < t->nodes; i++)
        for (int32_t j = 0; j < t->nodes; j++)
            m.at[i * t->nodes + j] = (char)gg_treatment_at(t, i, j);
    return m;
}

static matrix random_matrix(uint64_t seed, int64_t nodes, double share)
{
    matrix m = {nodes, malloc((size_t)(nodes * nodes))};
    for (int64_t i = 0; i < nodes; i++)
        for (int64_t j = 0; j <= i; j++)
            m.at[i * nodes + j] = m.at[j * nodes + i] =
                gg_rng_uniform(gg_rng_new(seed), (uint64_t)(i * nodes + j)) < share;
    return m;
}

/* ---- one case ---- */

typedef struct job {
    gg_graph *graph;
    gg_tensor *embedding;
    double *distance;
} job;

static job random_job(uint64_t seed, int64_t nodes)
{
    gg_rng rng = gg_rng_new(seed);
    uint64_t at = 0;
    job c = {.graph = check_random_graph(rng, &at, nodes, 4 * nodes)};
    c.embedding = check_grid_points(rng, &at, nodes, seed % 2 ? GG_F32 : GG_F64, 9);
    c.distance = check_distances(c.embedding);
    return c;
}

static void free_job(job *c)
{
    gg_graph_free(c->graph);
    gg_tensor_free(c->embedding);
    free(c->distance);
}

static gg_matcher *new_matcher(const job *c, const gg_treatment *t, double pct, gg_match_mode mode,
                               int threads)
{
    gg_matcher *m = NULL;
    gg_error e;
    if (gg_matcher_new(c->graph, t, c->embedding, pct, mode, threads, &m, &e))
        fail_msg("%s", e.message);
    return m;
}

/* The pairs that a step of so many reaches, among them all if it is 1. */
static void check_pairs(const job *c, const gg_treatment *t, const gg_matcher *m,
                        gg_match_mode mode, int64_t step, double tolerance)
{
    int64_t n = c->graph->nodes;
    check_matching oracle = {c->graph, t, c->distance};
    for (int64_t k = 0; k < n * n; k += step) {
        int32_t i = (int32_t)(k / n), j = (int32_t)(k % n);
        if (i != j)
            check_same_match(gg_matcher_find(m, i, j),
                             check_expected_match(&oracle, gg_matcher_gamma(m), mode, i, j),
                             tolerance);
    }
}

static int64_t step_for(int64_t nodes, int64_t pairs)
{
    return nodes * nodes > pairs ? nodes * nodes / pairs : 1;
}

static void check_lists(const job *c, const gg_treatment *t, const gg_treatment *oracle, double pct,
                        bool self, int64_t lists)
{
    double gamma;
    gg_points p = {0};
    gg_match_pairwise *x = NULL;
    assert_int_equal(gg_distance_percentile(c->embedding, pct, 1, &gamma, NULL), GG_OK);
    assert_int_equal(gg_points_new(c->embedding, &p, NULL), GG_OK);
    assert_int_equal(gg_match_pairwise_new(&p, t, self, 2 * gamma, lists, 1, &x, NULL), GG_OK);
    check_matching all = {c->graph, oracle, c->distance};
    int64_t n = c->graph->nodes;
    for (int64_t k = 0; k < n * n; k += step_for(n, 40)) {
        int32_t i = (int32_t)(k / n), j = (int32_t)(k % n);
        gg_match m = {.a = -1, .b = -1, .distance = INFINITY};
        m.treatment = gg_treatment_at(t, i, j);
        if (i == j)
            continue;
        gg_match_pairwise_find(x, i, j, &m);
        check_same_match(check_conclude(&all, m, i, j, 0),
                         check_nearest_match(&all, gamma, self, i, j), 0);
    }
    gg_match_pairwise_free(x);
    gg_points_free(&p);
}

/* The oracle reads T from a matrix. */
static void check_treatment(const job *c, const gg_treatment *t, uint64_t seed)
{
    const double pcts[] = {5, 30, 60, 100};
    double pct = pcts[seed % 4];
    matrix treated = new_matrix(t);
    gg_treatment oracle = of_matrix(&treated);
    for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_OFFICIAL_DISTINCT; mode++) {
        gg_matcher *m = new_matcher(c, t, pct, (gg_match_mode)mode, 1);
        check_pairs(c, &oracle, m, (gg_match_mode)mode, step_for(c->graph->nodes, 60), 0);
        gg_matcher_free(m);
    }
    for (int64_t lists = 1; lists < 20; lists *= 4)
        check_lists(c, t, &oracle, pct, seed % 2, lists);
    free(treated.at);
}

/* ---- random graphs ---- */

static void check_graph_treatments(const job *c, uint64_t seed)
{
    gg_treatment t;
    assert_int_equal(gg_treatment_common_neighbors(c->graph, 1 + seed % 2, &t, NULL), GG_OK);
    check_treatment(c, &t, seed);
    gg_treatment_free(&t);
    assert_int_equal(gg_treatment_jaccard(c->graph, 0.25, &t, NULL), GG_OK);
    check_treatment(c, &t, seed + 1);
    gg_treatment_free(&t);
    assert_int_equal(gg_treatment_katz(c->graph, 0, 2, 1, &t, NULL), GG_OK);
    check_treatment(c, &t, seed + 2);
    gg_treatment_free(&t);
    gg_pair_list pairs = {0};
    uint64_t at = 0;
    for (uint64_t k = 0; k < seed % 30; k++)
        assert_int_equal(
            gg_pair_list_add(&pairs, check_below(gg_rng_new(seed), &at, c->graph->nodes),
                             check_below(gg_rng_new(seed), &at, c->graph->nodes), NULL),
            GG_OK);
    assert_int_equal(gg_treatment_of_pairs(c->graph->nodes, &pairs, &t, NULL), GG_OK);
    gg_pair_list_free(&pairs);
    check_treatment(c, &t, seed + 3);
    gg_treatment_free(&t);
}

/* From nothing treated to everything: either value is the rarer one. */
static void check_own_treatments(const job *c, uint64_t seed)
{
    const double shares[] = {0, 0.02, 0.3, 0.6, 0.97, 1};
    matrix m = random_matrix(seed, c->graph->nodes, shares[seed % 6]);
    gg_treatment t = of_matrix(&m);
    check_treatment(c, &t, seed);
    t.partners = partners_in_matrix;
    check_treatment(c, &t, seed + 1);
    free(m.at);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        job c = random_job(seed, 1 + (int64_t)(seed * 7 % 60));
        check_graph_treatments(&c, seed);
        check_own_treatments(&c, seed);
        free_job(&c);
    }
}

static void test_threads(void **state)
{
    (void)state;
    job c = random_job(500, 300);
    gg_treatment t;
    assert_int_equal(gg_treatment_common_neighbors(c.graph, 1, &t, NULL), GG_OK);
    for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_OFFICIAL_DISTINCT; mode++) {
        gg_matcher *m[2];
        for (int k = 0; k < 2; k++)
            m[k] = new_matcher(&c, &t, 20, (gg_match_mode)mode, k + 1);
        for (int32_t i = 0; i < 300; i++)
            for (int32_t j = 0; j < i; j++)
                check_same_match(gg_matcher_find(m[0], i, j), gg_matcher_find(m[1], i, j), 0);
        for (int k = 0; k < 2; k++)
            gg_matcher_free(m[k]);
    }
    gg_treatment_free(&t);
    free_job(&c);
}

/* ---- many threads at once ---- */

typedef struct crowd {
    const gg_match_pairwise *x;
    const gg_treatment *t;
    int64_t nodes;
    gg_match *found;
} crowd;

static void look_up(void *context, int64_t begin, int64_t end)
{
    const crowd *c = context;
    for (int64_t k = begin; k < end; k++) {
        int32_t i = (int32_t)(k / c->nodes), j = (int32_t)(k % c->nodes);
        c->found[k] = (gg_match){.a = -1, .b = -1, .distance = INFINITY};
        c->found[k].treatment = gg_treatment_at(c->t, i, j);
        gg_match_pairwise_find(c->x, i, j, &c->found[k]);
    }
}

/* With lists so short that most pairs need whole ones, of which there is one pair of lists. */
static void test_whole_lists_are_shared(void **state)
{
    (void)state;
    job c = random_job(501, 60);
    int64_t pairs = 60 * 60;
    gg_treatment t;
    gg_points p = {0};
    gg_match_pairwise *x = NULL;
    assert_int_equal(gg_treatment_jaccard(c.graph, 0.2, &t, NULL), GG_OK);
    assert_int_equal(gg_points_new(c.embedding, &p, NULL), GG_OK);
    assert_int_equal(gg_match_pairwise_new(&p, &t, false, 8, 1, 1, &x, NULL), GG_OK);
    gg_match *one = malloc((size_t)pairs * sizeof *one),
             *four = malloc((size_t)pairs * sizeof *one);
    gg_parallel(1, pairs, 1, look_up, &(crowd){x, &t, 60, one});
    gg_parallel(4, pairs, 1, look_up, &(crowd){x, &t, 60, four});
    for (int64_t k = 0; k < pairs; k++)
        check_same_match(four[k], one[k], 0);
    free(one);
    free(four);
    gg_match_pairwise_free(x);
    gg_treatment_free(&t);
    free_job(&c);
}

/* ---- Cora ---- */

static bool cora_job(job *c)
{
    const char *data = check_data();
    if (!data)
        return false;
    char path[4096];
    gg_pair_list train = {0};
    snprintf(path, sizeof path, "%s/cora/embeddings/mvgrl.npy", data);
    if (gg_read_npy(path, GG_F32, &c->embedding, NULL))
        return false;
    snprintf(path, sizeof path, "%s/cora/splits/0/train.txt", data);
    assert_int_equal(gg_read_pairs(path, c->embedding->shape[0], &train, NULL), GG_OK);
    assert_int_equal(gg_graph_new(c->embedding->shape[0], &train, &c->graph, NULL), GG_OK);
    gg_pair_list_free(&train);
    c->distance = check_distances(c->embedding);
    return true;
}

/* 1e-14 as the oracle adds up in another order. */
static void test_cora(void **state)
{
    (void)state;
    job c = {0};
    if (!cora_job(&c))
        skip();
    gg_treatment t[3];
    assert_int_equal(gg_treatment_common_neighbors(c.graph, 2, &t[0], NULL), GG_OK);
    assert_int_equal(gg_treatment_jaccard(c.graph, 0.2, &t[1], NULL), GG_OK);
    assert_int_equal(gg_treatment_katz(c.graph, 0, 2, 2, &t[2], NULL), GG_OK);
    for (int k = 0; k < 3; k++) {
        matrix treated = new_matrix(&t[k]);
        gg_treatment oracle = of_matrix(&treated);
        for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_EXACT_SELF; mode++) {
            gg_matcher *m = new_matcher(&c, &t[k], 30, (gg_match_mode)mode, 2);
            check_pairs(&c, &oracle, m, (gg_match_mode)mode, 7333777 / 2000, 1e-14);
            gg_matcher_free(m);
        }
        free(treated.at);
        gg_treatment_free(&t[k]);
    }
    free_job(&c);
}

/* ---- errors ---- */

static void test_errors(void **state)
{
    (void)state;
    job c = random_job(502, 10);
    gg_matcher *m = NULL;
    gg_error e;
    gg_treatment none = {.name = "none", .nodes = 10};
    assert_int_equal(gg_matcher_new(c.graph, &none, c.embedding, 30, GG_MATCH_EXACT, 1, &m, &e),
                     GG_ERR_ARGUMENT);
    matrix few = random_matrix(1, 9, 0.5);
    gg_treatment t = of_matrix(&few);
    assert_int_equal(gg_matcher_new(c.graph, &t, c.embedding, 30, GG_MATCH_EXACT, 1, &m, &e),
                     GG_ERR_SHAPE);
    assert_null(m);
    free(few.at);
    free_job(&c);
}

typedef struct failing {
    const job *job;
    const gg_treatment *t;
    gg_match_mode mode;
} failing;

/* Distances that no float holds: the same matches as of the same points near each other. */
static void test_large_distances(void **state)
{
    (void)state;
    const int64_t nodes = 60;
    gg_rng rng = gg_rng_new(77);
    job c = random_job(504, nodes);
    matrix m = random_matrix(3, nodes, 0.1);
    gg_treatment t = of_matrix(&m);
    for (int64_t k = 0; k < gg_numel(c.embedding); k++)
        gg_set(c.embedding, k, gg_rng_uniform(rng, (uint64_t)k));
    gg_matcher *near = new_matcher(&c, &t, 30, GG_MATCH_EXACT, 1);
    for (int power = 120; power <= 400; power += 10) {
        gg_matcher *far;
        for (int64_t k = 0; k < gg_numel(c.embedding); k++)
            gg_set(c.embedding, k, ldexp(gg_rng_uniform(rng, (uint64_t)k), power));
        far = new_matcher(&c, &t, 30, GG_MATCH_EXACT, 1);
        for (int32_t i = 0; i < nodes; i++)
            for (int32_t j = 0; j < i; j++) {
                gg_match a = gg_matcher_find(near, i, j), b = gg_matcher_find(far, i, j);
                assert_true(a.found == b.found && a.a == b.a && a.b == b.b);
                assert_true(ldexp(a.distance, power) == b.distance);
            }
        gg_matcher_free(far);
    }
    gg_matcher_free(near);
    free(m.at);
    free_job(&c);
}

static gg_status attempt(void *context, gg_error *e)
{
    const failing *f = context;
    gg_matcher *m = NULL;
    gg_status status =
        gg_matcher_new(f->job->graph, f->t, f->job->embedding, 50, f->mode, 2, &m, e);
    gg_matcher_free(m);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    job c = random_job(503, 9);
    matrix m = random_matrix(2, 9, 0.3);
    gg_treatment t = of_matrix(&m);
    check_every_allocation_fails(attempt, &(failing){&c, &t, GG_MATCH_EXACT});
    check_every_allocation_fails(attempt, &(failing){&c, &t, GG_MATCH_OFFICIAL});
    free(m.at);
    free_job(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),          cmocka_unit_test(test_threads),
        cmocka_unit_test(test_whole_lists_are_shared), cmocka_unit_test(test_cora),
        cmocka_unit_test(test_large_distances),        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
