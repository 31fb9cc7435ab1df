/* Matching of counterfactual links: exact modes against all pairs (a, b), the official walk against
 * a transcription of its description, on graphs made to tie; Cora against known counts. */
#include "check_match.h"
#include "match.h"

/* ---- one case: a graph, a clustering, an embedding ---- */

typedef struct job {
    gg_graph *graph;
    gg_clustering clustering;
    gg_tensor *embedding;
    double *distance; /* N x N, computed here */
} job;

/* A fifth of the nodes in no cluster. */
static job random_job(uint64_t seed, int64_t nodes)
{
    gg_rng rng = gg_rng_new(seed);
    uint64_t at = 0;
    job c = {.clustering = {.nodes = nodes, .clusters = 1 + check_below(rng, &at, 4)}};
    c.graph = check_random_graph(rng, &at, nodes, 2 * nodes);
    c.clustering.cluster = malloc((size_t)nodes * sizeof(int32_t));
    for (int64_t i = 0; i < nodes; i++)
        c.clustering.cluster[i] =
            check_below(rng, &at, 5) == 0 ? -1 : check_below(rng, &at, c.clustering.clusters);
    c.embedding = check_grid_points(rng, &at, nodes, seed % 2 ? GG_F32 : GG_F64, 5);
    c.distance = check_distances(c.embedding);
    return c;
}

static void free_job(job *c)
{
    gg_graph_free(c->graph);
    gg_tensor_free(c->embedding);
    free(c->clustering.cluster);
    free(c->distance);
}

static gg_matcher *new_matcher(const job *c, double pct, gg_match_mode mode, int threads)
{
    gg_matcher *m = NULL;
    gg_error e;
    gg_treatment t = gg_treatment_of_clustering(&c->clustering);
    if (gg_matcher_new(c->graph, &t, c->embedding, pct, mode, threads, &m, &e))
        fail_msg("%s", e.message);
    return m;
}

static gg_match expected_match(const job *c, double gamma, gg_match_mode mode, int32_t i, int32_t j)
{
    gg_treatment t = gg_treatment_of_clustering(&c->clustering);
    return check_expected_match(&(check_matching){c->graph, &t, c->distance}, gamma, mode, i, j);
}

/* ---- random graphs ---- */

static void check_all_pairs(const job *c, double pct, gg_match_mode mode)
{
    gg_matcher *m = new_matcher(c, pct, mode, 1);
    double gamma = gg_matcher_gamma(m), alone;
    assert_int_equal(gg_distance_percentile(c->embedding, pct, 1, &alone, NULL), GG_OK);
    assert_true(gamma == alone);
    for (int32_t i = 0; i < c->graph->nodes; i++)
        for (int32_t j = 0; j < c->graph->nodes; j++)
            if (i != j)
                check_same_match(gg_matcher_find(m, i, j), expected_match(c, gamma, mode, i, j), 0);
    gg_matcher_free(m);
}

static void test_random_graphs(void **state)
{
    (void)state;
    const double pcts[] = {5, 30, 55, 80, 100};
    for (uint64_t seed = 0; seed < 200; seed++) {
        job c = random_job(seed, 1 + (int64_t)(seed % 17));
        for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_OFFICIAL_DISTINCT; mode++) {
            check_all_pairs(&c, pcts[seed % 5], (gg_match_mode)mode);
            check_all_pairs(&c, pcts[(seed / 5 + 2) % 5], (gg_match_mode)mode);
        }
        free_job(&c);
    }
}

/* With the treatment that is used, isolated nodes in a cluster of their own or in none. */
static void test_kcore_treatment(void **state)
{
    (void)state;
    for (uint64_t seed = 300; seed < 320; seed++) {
        job c = random_job(seed, 20);
        gg_clustering *kcore = NULL;
        assert_int_equal(gg_treatment_kcore(c.graph, seed % 2, &kcore, NULL), GG_OK);
        c.clustering.clusters = kcore->clusters;
        memcpy(c.clustering.cluster, kcore->cluster, 20 * sizeof(int32_t));
        gg_clustering_free(kcore);
        for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_OFFICIAL_DISTINCT; mode++)
            check_all_pairs(&c, 40, (gg_match_mode)mode);
        free_job(&c);
    }
}

/* Several blocks of rows on one, two and three threads: the same bits. */
static void test_threads(void **state)
{
    (void)state;
    job c = random_job(1001, 300);
    for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_OFFICIAL_DISTINCT; mode++) {
        gg_matcher *m[3];
        for (int t = 0; t < 3; t++)
            m[t] = new_matcher(&c, 10, (gg_match_mode)mode, t + 1);
        for (int32_t i = 0; i < 300; i++)
            for (int32_t j = i + 1; j < 300; j++) {
                gg_match one = gg_matcher_find(m[0], i, j);
                check_same_match(gg_matcher_find(m[1], i, j), one, 0);
                check_same_match(gg_matcher_find(m[2], i, j), one, 0);
            }
        for (int t = 0; t < 3; t++)
            gg_matcher_free(m[t]);
    }
    free_job(&c);
}

/* ---- several blocks ---- */

/* Points in clumps around distant centres, a tenth of them on top of another, on a grid so fine
 * that nothing rounds: distances are exact whatever the order of their sum, and nearly tie. */
static job clumped_job(uint64_t seed, int64_t nodes, int32_t clusters, double offset)
{
    job c = random_job(seed, nodes);
    gg_rng rng = gg_rng_fork(gg_rng_new(seed), 1);
    uint64_t at = 0;
    c.clustering.clusters = clusters;
    for (int64_t i = 0; i < nodes; i++)
        c.clustering.cluster[i] = check_below(rng, &at, 5) == 0
                                      ? -1
                                      : (int32_t)(check_below(rng, &at, clusters) * (i % 3 > 0));
    gg_tensor_free(c.embedding);
    assert_int_equal(gg_tensor_new(GG_F64, 2, (int64_t[]){nodes, 4}, &c.embedding, NULL), GG_OK);
    for (int64_t i = 0; i < nodes; i++)
        for (int64_t k = 0; k < 4; k++)
            gg_set(c.embedding, i * 4 + k,
                   i % 10 == 9 ? gg_get(c.embedding, (i - 7) * 4 + k)
                               : offset + (double)(i % 6 * (k + 1)) * 8 +
                                     (double)check_below(rng, &at, 2048) / 1024);
    free(c.distance);
    c.distance = check_distances(c.embedding);
    return c;
}

static void check_some_pairs(const job *c, double pct, gg_match_mode mode, int threads, int pairs)
{
    gg_matcher *m = new_matcher(c, pct, mode, threads);
    uint64_t at = 0;
    for (int k = 0; k < pairs; k++) {
        int32_t i = check_below(gg_rng_new(1), &at, c->graph->nodes);
        int32_t j = check_below(gg_rng_new(1), &at, c->graph->nodes);
        if (i != j)
            check_same_match(gg_matcher_find(m, i, j),
                             expected_match(c, gg_matcher_gamma(m), mode, i, j), 0);
    }
    gg_matcher_free(m);
}

static void test_clumps(void **state)
{
    (void)state;
    const double offsets[] = {0, 1e6, -3e5};
    for (uint64_t seed = 0; seed < 6; seed++) {
        job c = clumped_job(2000 + seed, 700, seed % 2 ? 5 : 60, offsets[seed % 3]);
        for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_EXACT_SELF; mode++) {
            check_some_pairs(&c, 2, (gg_match_mode)mode, 1, 150);
            check_some_pairs(&c, 50, (gg_match_mode)mode, 2, 150);
        }
        free_job(&c);
    }
}

/* ---- lists in place of tables ---- */

static gg_match find_listed(const gg_match_exact *x, const job *c, double limit, int32_t i,
                            int32_t j)
{
    gg_treatment t = gg_treatment_of_clustering(&c->clustering);
    gg_match m = {.a = -1, .b = -1, .distance = INFINITY};
    m.treatment = gg_treatment_at(&t, i, j);
    gg_match_exact_find(x, &c->clustering, limit, i, j, &m);
    return check_conclude(&(check_matching){c->graph, &t, c->distance}, m, i, j, 0);
}

static void check_lists(const job *c, double pct, bool self, int64_t lists, int64_t pairs)
{
    double gamma;
    gg_points p = {0};
    gg_match_exact *x = NULL;
    assert_int_equal(gg_distance_percentile(c->embedding, pct, 1, &gamma, NULL), GG_OK);
    assert_int_equal(gg_points_new(c->embedding, &p, NULL), GG_OK);
    assert_int_equal(gg_match_exact_new(&p, &c->clustering, self, 2 * gamma, lists, 2, &x, NULL),
                     GG_OK);
    assert_true((p.x == NULL) == (lists < c->clustering.clusters)); /* kept for searching */
    int64_t n = c->graph->nodes, step = n * n > pairs ? n * n / pairs : 1;
    for (int64_t k = 0; k < n * n; k += step) {
        int32_t i = (int32_t)(k / n), j = (int32_t)(k % n);
        if (i != j)
            check_same_match(
                find_listed(x, c, 2 * gamma, i, j),
                expected_match(c, gamma, self ? GG_MATCH_EXACT_SELF : GG_MATCH_EXACT, i, j), 0);
    }
    gg_match_exact_free(x);
    gg_points_free(&p);
}

static void test_lists(void **state)
{
    (void)state;
    const double pcts[] = {5, 30, 100};
    for (uint64_t seed = 0; seed < 120; seed++) {
        int64_t nodes = 20 + (int64_t)(seed % 41);
        job c = random_job(3000 + seed, nodes);
        c.clustering.clusters = 12;
        for (int64_t i = 0; i < nodes; i++)
            c.clustering.cluster[i] = (int32_t)((i * i + (int64_t)seed) % 13) - 1;
        for (int64_t lists = 1; lists <= 13; lists += 1 + (lists > 2) * 9)
            check_lists(&c, pcts[seed % 3], seed % 2, lists, 800);
        free_job(&c);
    }
    job c = clumped_job(3200, 500, 100, 1e6);
    for (int64_t lists = 1; lists < 100; lists *= 4)
        check_lists(&c, 40, false, lists, 200);
    free_job(&c);
}

/* The matcher keeps what it needs of the clustering and the embedding. */
static void test_lifetimes(void **state)
{
    (void)state;
    job c = random_job(1002, 12);
    gg_matcher *m = new_matcher(&c, 50, GG_MATCH_EXACT, 1);
    gg_match before = gg_matcher_find(m, 3, 7);
    for (int i = 0; i < 12; i++)
        c.clustering.cluster[i] = 0;
    memset(c.embedding->data, 0, (size_t)gg_numel(c.embedding) * gg_dtype_size(c.embedding->dtype));
    check_same_match(gg_matcher_find(m, 3, 7), before, 0);
    gg_matcher_free(m);
    gg_matcher_free(NULL);
    free_job(&c);
}

/* ---- Cora and Facebook ---- */

static bool published_job(const char *name, bool loners, job *c)
{
    const char *data = check_data();
    if (!data)
        return false;
    char path[4096];
    gg_pair_list train = {0};
    snprintf(path, sizeof path, "%s/%s/embeddings/mvgrl.npy", data, name);
    if (gg_read_npy(path, GG_F32, &c->embedding, NULL))
        return false;
    int64_t nodes = c->embedding->shape[0];
    size_t bytes = (size_t)nodes * sizeof(int32_t);
    snprintf(path, sizeof path, "%s/%s/splits/0/train.txt", data, name);
    assert_int_equal(gg_read_pairs(path, nodes, &train, NULL), GG_OK);
    assert_int_equal(gg_graph_new(nodes, &train, &c->graph, NULL), GG_OK);
    gg_pair_list_free(&train);
    gg_clustering *kcore = NULL;
    assert_int_equal(gg_treatment_kcore(c->graph, loners, &kcore, NULL), GG_OK);
    c->clustering = (gg_clustering){nodes, kcore->clusters, malloc(bytes)};
    memcpy(c->clustering.cluster, kcore->cluster, bytes);
    gg_clustering_free(kcore);
    return true;
}

/* 1e-14 as the oracle adds up in another order. */
static void check_published(const char *name, int pairs)
{
    job c = {0};
    if (!published_job(name, true, &c))
        skip();
    c.distance = check_distances(c.embedding);
    for (int mode = GG_MATCH_EXACT; mode <= GG_MATCH_EXACT_SELF; mode++) {
        gg_matcher *m = new_matcher(&c, 30, (gg_match_mode)mode, 2);
        uint64_t at = 0;
        for (int k = 0; k < pairs; k++) {
            int32_t i = check_below(gg_rng_new(1), &at, c.graph->nodes);
            int32_t j = check_below(gg_rng_new(1), &at, c.graph->nodes);
            if (i != j)
                check_same_match(gg_matcher_find(m, i, j),
                                 expected_match(&c, gg_matcher_gamma(m), (gg_match_mode)mode, i, j),
                                 1e-14);
        }
        gg_matcher_free(m);
    }
    free_job(&c);
}

static void test_cora_exact(void **state)
{
    (void)state;
    check_published("cora", 2000);
}

static void test_facebook_exact(void **state)
{
    (void)state;
    check_published("facebook", 2000);
}

/* Counts taken from the authors' program (DM2-ND/CFLP 821a74b0) with these inputs. */
static void test_cora_official(void **state)
{
    (void)state;
    job c = {0};
    if (!published_job("cora", false, &c))
        skip();
    gg_matcher *m = new_matcher(&c, 30, GG_MATCH_OFFICIAL, 2);
    int64_t pairs = 0, treated = 0, found = 0, self = 0, label = 0;
    int64_t links = 0, links_found = 0, links_label = 0;
    for (int32_t i = 0; i < 2708; i++)
        for (int32_t j = i + 1; j < 2708; j++) {
            gg_match x = gg_matcher_find(m, i, j);
            bool link = gg_csr_has(c.graph->adjacency, i, j);
            pairs++;
            treated += x.treatment;
            found += x.found;
            self += x.found && x.a == x.b;
            label += x.found && x.cf_label;
            links += link;
            links_found += link && x.found;
            links_label += link && x.found && x.cf_label;
        }
    assert_int_equal(pairs, 3665278);
    assert_int_equal(treated, 1147386);
    assert_int_equal(found, 3656914);
    assert_int_equal(self, 3131);
    assert_int_equal(label, 9709);
    assert_int_equal(links, 3696);
    assert_int_equal(links_found, 3581);
    assert_int_equal(links_label, 593);
    gg_matcher_free(m);
    free_job(&c);
}

/* ---- errors ---- */

static gg_status try_new(const job *c, double pct, gg_error *e)
{
    gg_matcher *m = NULL;
    gg_treatment t = gg_treatment_of_clustering(&c->clustering);
    gg_status status = gg_matcher_new(c->graph, &t, c->embedding, pct, GG_MATCH_EXACT, 1, &m, e);
    assert_null(m);
    return status;
}

static void test_errors(void **state)
{
    (void)state;
    job c = random_job(1003, 10);
    gg_error e;
    const double pcts[] = {0, -3, 101, NAN};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(try_new(&c, pcts[k], &e), GG_ERR_ARGUMENT);
        assert_non_null(strstr(e.message, "gamma"));
    }
    c.clustering.cluster[4] = c.clustering.clusters;
    assert_int_equal(try_new(&c, 30, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "node 4"));
    c.clustering.cluster[4] = 0;
    gg_set(c.embedding, 0, NAN);
    assert_int_equal(try_new(&c, 30, &e), GG_ERR_NUMERIC);
    gg_set(c.embedding, 0, 1);
    c.clustering.nodes = 9;
    assert_int_equal(try_new(&c, 30, &e), GG_ERR_SHAPE);
    c.clustering.nodes = 10;
    c.embedding->shape[0] = 9;
    assert_int_equal(try_new(&c, 30, &e), GG_ERR_SHAPE);
    c.embedding->rank = 1;
    c.embedding->shape[0] = 10;
    assert_int_equal(try_new(&c, 30, &e), GG_ERR_SHAPE);
    free_job(&c);
}

typedef struct failing {
    const job *job;
    gg_match_mode mode;
} failing;

static gg_status attempt_lists(void *context, gg_error *e)
{
    const job *c = context;
    gg_points p = {0};
    gg_match_exact *x = NULL;
    gg_status status = gg_points_new(c->embedding, &p, e);
    if (!status)
        status = gg_match_exact_new(&p, &c->clustering, false, 1, 1, 2, &x, e);
    gg_match_exact_free(x);
    gg_points_free(&p);
    return status;
}

static gg_status attempt(void *context, gg_error *e)
{
    const failing *f = context;
    gg_matcher *m = NULL;
    gg_treatment t = gg_treatment_of_clustering(&f->job->clustering);
    gg_status status = gg_matcher_new(f->job->graph, &t, f->job->embedding, 50, f->mode, 2, &m, e);
    gg_matcher_free(m);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    job c = random_job(1004, 9);
    check_every_allocation_fails(attempt, &(failing){&c, GG_MATCH_EXACT});
    check_every_allocation_fails(attempt, &(failing){&c, GG_MATCH_OFFICIAL});
    c.clustering.clusters = 3;
    check_every_allocation_fails(attempt_lists, &c);
    free_job(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs),
                                       cmocka_unit_test(test_kcore_treatment),
                                       cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_lifetimes),
                                       cmocka_unit_test(test_clumps),
                                       cmocka_unit_test(test_lists),
                                       cmocka_unit_test(test_cora_exact),
                                       cmocka_unit_test(test_facebook_exact),
                                       cmocka_unit_test(test_cora_official),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
