/* Treatments of pairs: common neighbours and Jaccard against brute force, listed pairs, and files
 * of pairs and labels. */
#include "check_treatment.h"

/* |N(i) & N(j)| and |N(i) | N(j)|. */
static void count_neighbors(const gg_graph *g, int32_t i, int32_t j, int *both, int *either)
{
    *both = *either = 0;
    for (int32_t k = 0; k < g->nodes; k++) {
        bool of_i = gg_csr_has(g->adjacency, i, k), of_j = gg_csr_has(g->adjacency, j, k);
        *both += of_i && of_j;
        *either += of_i || of_j;
    }
}

static void check_common(const gg_graph *g, int64_t least)
{
    gg_treatment t;
    assert_int_equal(gg_treatment_common_neighbors(g, least, &t, NULL), GG_OK);
    assert_int_equal(t.nodes, g->nodes);
    for (int32_t i = 0; i < g->nodes; i++)
        for (int32_t j = 0; j < g->nodes; j++) {
            int both, either;
            count_neighbors(g, i, j, &both, &either);
            assert_int_equal(gg_treatment_at(&t, i, j), both >= least);
        }
    check_consistent(&t);
    check_loners(g, &t);
    gg_treatment_free(&t);
}

static void check_jaccard(const gg_graph *g, double threshold)
{
    gg_treatment t;
    assert_int_equal(gg_treatment_jaccard(g, threshold, &t, NULL), GG_OK);
    for (int32_t i = 0; i < g->nodes; i++)
        for (int32_t j = 0; j < g->nodes; j++) {
            int both, either;
            count_neighbors(g, i, j, &both, &either);
            assert_int_equal(gg_treatment_at(&t, i, j),
                             either > 0 && (double)both / either >= threshold);
        }
    check_consistent(&t);
    check_loners(g, &t);
    gg_treatment_free(&t);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        gg_graph *g = check_random_graph(seed, (int32_t)(seed % 41), (int64_t)(seed * 7 % 160));
        for (int64_t least = 1; least < 5; least++)
            check_common(g, least);
        check_jaccard(g, 0.25);
        check_jaccard(g, 1);
        check_jaccard(g, 1e-9);
        gg_graph_free(g);
    }
}

/* Listed pairs, in either orientation, and no others; repeats and (u, u) do no harm. */
static void test_listed_pairs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        char listed[20][20] = {{0}};
        gg_pair_list pairs = {0};
        for (uint64_t k = 0; k < seed; k++) {
            int32_t u = (int32_t)gg_rng_below(gg_rng_new(seed), 2 * k, 20);
            int32_t v = (int32_t)gg_rng_below(gg_rng_new(seed), 2 * k + 1, 20);
            assert_int_equal(gg_pair_list_add(&pairs, u, v, NULL), GG_OK);
            listed[u][v] = listed[v][u] = 1;
        }
        gg_treatment t;
        assert_int_equal(gg_treatment_of_pairs(20, &pairs, &t, NULL), GG_OK);
        for (int32_t i = 0; i < 20; i++)
            for (int32_t j = 0; j < 20; j++)
                assert_int_equal(gg_treatment_at(&t, i, j), listed[i][j]);
        check_consistent(&t);
        gg_treatment_free(&t);
        gg_pair_list_free(&pairs);
    }
}

static const char *write_file(const char *text)
{
    static char path[] = "treatment_pairs_XXXXXX";
    strcpy(path, "treatment_pairs_XXXXXX");
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    fputs(text, f);
    fclose(f);
    return path;
}

static void test_files(void **state)
{
    (void)state;
    gg_treatment t = {0};
    gg_clustering *c = NULL;
    gg_error e;

    const char *path = write_file("# u v\n0 3\n2 1\n");
    assert_int_equal(gg_treatment_read_pairs(path, 4, NULL, &t, NULL), GG_OK);
    assert_int_equal(gg_treatment_at(&t, 3, 0) + gg_treatment_at(&t, 1, 2), 2);
    assert_int_equal(gg_treatment_at(&t, 0, 1), 0);
    gg_treatment_free(&t);
    assert_int_equal(gg_treatment_read_pairs(path, 3, NULL, &t, &e), GG_ERR_FORMAT);
    assert_non_null(strstr(e.message, ":2:"));
    assert_null(t.context);
    remove(path);

    gg_pair_list edges = {0};
    gg_names *names = NULL;
    int64_t nodes;
    path = write_file("ann,bob\nbob,eve\n");
    assert_int_equal(gg_read_edge_list(path, &edges, &nodes, &names, NULL, NULL), GG_OK);
    remove(path);
    path = write_file("eve,ann\n");
    assert_int_equal(gg_treatment_read_pairs(path, nodes, names, &t, NULL), GG_OK);
    assert_int_equal(gg_treatment_at(&t, gg_names_find(names, "ann"), gg_names_find(names, "eve")),
                     1);
    assert_int_equal(gg_treatment_at(&t, 0, 1), 0);
    gg_treatment_free(&t);
    remove(path);
    gg_names_free(names);
    gg_pair_list_free(&edges);

    path = write_file("2000000000\n-1\n2000000000\n-1\n0\n");
    assert_int_equal(gg_treatment_read_labels(path, 5, &c, NULL), GG_OK);
    assert_int_equal(c->clusters, 2);
    assert_memory_equal(c->cluster, ((int32_t[]){0, -1, 0, -1, 1}), 5 * sizeof *c->cluster);
    t = gg_treatment_of_clustering(c);
    assert_int_equal(gg_treatment_at(&t, 0, 2), 1);
    assert_int_equal(gg_treatment_at(&t, 1, 3) + gg_treatment_at(&t, 0, 4), 0);
    check_consistent(&t);
    gg_clustering_free(c);
    c = NULL;
    assert_int_equal(gg_treatment_read_labels(path, 6, &c, &e), GG_ERR_FORMAT);
    assert_null(c);
    remove(path);
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(1, 5, 5);
    gg_treatment t = {0};
    gg_error e;
    assert_int_equal(gg_treatment_common_neighbors(g, 0, &t, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "at least 0"));
    const double thresholds[] = {0, -1, 1.5, NAN};
    for (int k = 0; k < 4; k++)
        assert_int_equal(gg_treatment_jaccard(g, thresholds[k], &t, &e), GG_ERR_ARGUMENT);
    gg_pair_list pairs = {0};
    assert_int_equal(gg_pair_list_add(&pairs, 1, 5, NULL), GG_OK);
    assert_int_equal(gg_treatment_of_pairs(5, &pairs, &t, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "(1, 5)"));
    assert_null(t.treated);
    gg_pair_list_free(&pairs);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_treatment common = {0}, jaccard = {0}, pairs = {0};
    gg_pair_list list = {0};
    gg_status s = gg_treatment_common_neighbors(context, 2, &common, e);
    if (s == GG_OK)
        s = gg_treatment_jaccard(context, 0.5, &jaccard, e);
    if (s == GG_OK)
        s = gg_pair_list_add(&list, 1, 2, e);
    if (s == GG_OK)
        s = gg_treatment_of_pairs(5, &list, &pairs, e);
    gg_pair_list_free(&list);
    gg_treatment_free(&common);
    gg_treatment_free(&jaccard);
    gg_treatment_free(&pairs);
    return s;
}

static gg_status attempt_labels(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status s = gg_treatment_read_labels(context, 2, &c, e);
    gg_clustering_free(c);
    return s;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
    char path[64];
    strcpy(path, write_file("0\n1\n"));
    check_every_allocation_fails(attempt_labels, path);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_graphs),
                                       cmocka_unit_test(test_listed_pairs),
                                       cmocka_unit_test(test_files), cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
