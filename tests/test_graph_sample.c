/* Sampled neighbourhoods: what holds for every one, how evenly is drawn, and that a network over
 * one with all neighbours gives what it gives over the graph. */
#include "check_layer.h"
#include "graph.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { MOST = 80, HOPS = 3 };

/* A random directed matrix, self-loops among its entries; of values (entry k has k + 0.5) or ones.
 */
static gg_csr *random_matrix(uint64_t seed, int64_t nodes, int64_t entries, bool ones)
{
    int32_t row[8 * MOST], col[8 * MOST];
    double value[8 * MOST];
    for (int64_t k = 0; k < entries; k++) {
        row[k] = (int32_t)gg_rng_below(gg_rng_new(seed), (uint64_t)(2 * k), (uint64_t)nodes);
        col[k] = (int32_t)gg_rng_below(gg_rng_new(seed), (uint64_t)(2 * k + 1), (uint64_t)nodes);
        value[k] = (double)k + 0.5;
    }
    gg_csr *a;
    assert_int_equal(
        gg_csr_from_coo(nodes, nodes, entries, row, col, ones ? NULL : value, GG_F64, &a, NULL),
        GG_OK);
    return a;
}

static int64_t length(const gg_csr *a, int64_t i)
{
    return a->rowptr[i + 1] - a->rowptr[i];
}

/* The value at (i, j), which must be there. */
static double value_at(const gg_csr *a, int32_t i, int32_t j)
{
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
        if (a->col[k] == j)
            return gg_csr_value(a, k);
    fail_msg("no entry (%d, %d)", i, j);
    return 0;
}

static gg_neighborhood sample(const gg_csr *a, int64_t count, const int32_t *seed, int64_t hops,
                              const int64_t *fanout, gg_rng rng)
{
    gg_neighborhood h;
    gg_error e;
    if (gg_sample_neighbors(a, count, seed, hops, fanout, rng, &h, &e))
        fail_msg("%s", e.message);
    return h;
}

static void check_same(const gg_neighborhood *a, const gg_neighborhood *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_memory_equal(a->node, b->node, (size_t)a->nodes * sizeof *a->node);
    int64_t entries = gg_csr_nnz(a->adjacency);
    assert_int_equal(entries, gg_csr_nnz(b->adjacency));
    assert_memory_equal(a->adjacency->rowptr, b->adjacency->rowptr,
                        (size_t)(a->nodes + 1) * sizeof(int64_t));
    assert_memory_equal(a->adjacency->col, b->adjacency->col, (size_t)entries * sizeof(int32_t));
}

/* hop[p]: the fewest steps from a seed to node p, along the sampled entries. */
static void measure_hops(const gg_neighborhood *h, int64_t seeds, int *hop)
{
    for (int64_t p = 0; p < h->nodes; p++)
        hop[p] = p < seeds ? 0 : HOPS + 1;
    for (int64_t p = 0; p < h->nodes; p++) /* rows before it have been gone through */
        for (int64_t k = h->adjacency->rowptr[p]; k < h->adjacency->rowptr[p + 1]; k++) {
            int *to = &hop[h->adjacency->col[k]];
            *to = *to < hop[p] + 1 ? *to : hop[p] + 1;
        }
}

static void check_sample(const gg_csr *a, const gg_neighborhood *h, int64_t count,
                         const int32_t *seed, int64_t hops, const int64_t *fanout)
{
    bool met[MOST] = {false};
    int hop[MOST];
    const gg_csr *b = h->adjacency;
    assert_true(h->nodes >= count && b->rows == h->nodes && b->cols == h->nodes);
    assert_int_equal(b->dtype, a->dtype);
    assert_true(!b->values == !a->values);
    for (int64_t p = 0; p < h->nodes; p++) {
        assert_in_range(h->node[p], 0, a->rows - 1);
        assert_false(met[h->node[p]]);
        met[h->node[p]] = true;
        assert_true(p >= count || h->node[p] == seed[p]);
    }
    measure_hops(h, count, hop);
    for (int32_t p = 0; p < h->nodes; p++) {
        assert_true(hop[p] <= hops && (p == 0 || hop[p - 1] <= hop[p]));
        int64_t degree = length(a, h->node[p]), most = hop[p] < hops ? fanout[hop[p]] : 0;
        assert_int_equal(length(b, p), most < 0 || most > degree ? degree : most);
        for (int64_t k = b->rowptr[p]; k < b->rowptr[p + 1]; k++) {
            assert_true(k == b->rowptr[p] || b->col[k - 1] < b->col[k]);
            assert_true(gg_csr_value(b, k) == value_at(a, h->node[p], h->node[b->col[k]]));
        }
    }
}

/* Distinct seeds in random order. */
static void draw_seeds(gg_rng rng, int64_t nodes, int64_t count, int32_t *seed)
{
    int64_t all[MOST];
    for (int64_t k = 0; k < nodes; k++)
        all[k] = k;
    gg_rng_shuffle(rng, all, nodes);
    for (int64_t k = 0; k < count; k++)
        seed[k] = (int32_t)all[k];
}

static void test_samples(void **state)
{
    (void)state;
    int fewer = 0;
    for (uint64_t round = 0; round < 300; round++) {
        gg_rng rng = gg_rng_new(round);
        int64_t nodes = 1 + (int64_t)gg_rng_below(rng, 0, MOST);
        int64_t count = (int64_t)gg_rng_below(rng, 1, (uint64_t)(nodes < 6 ? nodes : 6) + 1);
        int64_t hops = 1 + (int64_t)gg_rng_below(rng, 2, HOPS), fanout[HOPS];
        for (uint64_t k = 0; k < HOPS; k++) {
            fanout[k] = (int64_t)gg_rng_below(rng, 3 + k, 5);
            fanout[k] = fanout[k] ? fanout[k] : -1;
        }
        gg_csr *a =
            random_matrix(round, nodes, (int64_t)gg_rng_below(rng, 9, 8) * nodes, round % 2);
        int32_t seed[MOST];
        draw_seeds(gg_rng_fork(rng, 1), nodes, count, seed);
        gg_neighborhood h = sample(a, count, seed, hops, fanout, rng);
        check_sample(a, &h, count, seed, hops, fanout);
        gg_neighborhood again = sample(a, count, seed, hops, fanout, rng);
        check_same(&h, &again);
        fewer += h.nodes > count && gg_csr_nnz(h.adjacency) < gg_csr_nnz(a);
        gg_neighborhood_free(&h);
        gg_neighborhood_free(&again);
        gg_csr_free(a);
    }
    assert_true(fewer > 100);
}

/* A seed hears from the same nodes in whatever company, at whatever place. */
static void test_order_of_seeds(void **state)
{
    (void)state;
    gg_csr *a = random_matrix(1, MOST, 8 * MOST, true);
    const int64_t two = 2;
    int32_t seed[MOST], place[MOST];
    draw_seeds(gg_rng_new(2), MOST, MOST, seed);
    gg_neighborhood all = sample(a, MOST, seed, 1, &two, gg_rng_new(3));
    for (int32_t p = 0; p < MOST; p++)
        place[seed[p]] = p;
    int differ = 0;
    for (int32_t i = 0; i < MOST; i++) {
        gg_neighborhood one = sample(a, 1, &i, 1, &two, gg_rng_new(3));
        assert_int_equal(length(one.adjacency, 0), length(all.adjacency, place[i]));
        for (int64_t k = 0; k < gg_csr_nnz(one.adjacency); k++)
            assert_true(
                gg_csr_has(all.adjacency, place[i], place[one.node[one.adjacency->col[k]]]));
        gg_neighborhood other = sample(a, 1, &i, 1, &two, gg_rng_new(4));
        differ += other.nodes != one.nodes ||
                  memcmp(other.node, one.node, (size_t)one.nodes * sizeof *one.node) != 0;
        gg_neighborhood_free(&one);
        gg_neighborhood_free(&other);
    }
    assert_true(differ > MOST / 2);
    gg_neighborhood_free(&all);
    gg_csr_free(a);
}

/* With all neighbours and hops enough, what is met is what can be reached. */
static void test_component(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < 50; round++) {
        gg_csr *a = random_matrix(round, MOST, MOST, false);
        int64_t all[MOST], reached = 1;
        bool met[MOST] = {true};
        for (int k = 0; k < MOST; k++)
            all[k] = -1;
        for (bool grows = true; grows;) {
            grows = false;
            for (int32_t i = 0; i < MOST; i++)
                for (int64_t k = a->rowptr[i]; met[i] && k < a->rowptr[i + 1]; k++)
                    if (!met[a->col[k]]) {
                        met[a->col[k]] = grows = true;
                        reached++;
                    }
        }
        gg_neighborhood h = sample(a, 1, (int32_t[]){0}, MOST, all, gg_rng_new(1));
        assert_int_equal(h.nodes, reached);
        for (int32_t p = 0; p < h.nodes; p++) {
            assert_true(met[h.node[p]]);
            assert_int_equal(length(h.adjacency, p), length(a, h.node[p]));
        }
        gg_neighborhood_free(&h);
        gg_csr_free(a);
    }
}

/* ---- evenness ---- */

/* Node 0 hears from all others. */
static gg_csr *star(int64_t nodes)
{
    int32_t row[MOST] = {0}, col[MOST];
    for (int32_t k = 0; k < nodes - 1; k++)
        col[k] = k + 1;
    gg_csr *a;
    assert_int_equal(gg_csr_from_coo(nodes, nodes, nodes - 1, row, col, NULL, GG_F32, &a, NULL),
                     GG_OK);
    return a;
}

/* All C(7, 3) subsets of the leaves alike. */
static void test_subsets(void **state)
{
    (void)state;
    enum { DRAWS = 35000, SUBSETS = 35 };
    static double count[1 << 7];
    gg_csr *a = star(8);
    const int64_t three = 3;
    for (uint64_t k = 0; k < DRAWS; k++) {
        gg_neighborhood h = sample(a, 1, (int32_t[]){0}, 1, &three, gg_rng_new(k));
        int subset = 0;
        for (int p = 1; p < 4; p++)
            subset |= 1 << (h.node[p] - 1);
        count[subset]++;
        gg_neighborhood_free(&h);
    }
    double chi_square = 0, freedom = SUBSETS - 1;
    int subsets = 0;
    for (int s = 0; s < 1 << 7; s++)
        if (count[s] > 0) {
            chi_square += pow(count[s] - (double)DRAWS / SUBSETS, 2) / ((double)DRAWS / SUBSETS);
            subsets++;
        }
    assert_int_equal(subsets, SUBSETS);
    assert_true(fabs(chi_square - freedom) / sqrt(2 * freedom) < 4);
    gg_csr_free(a);
}

/* Draws of different nodes, and of one node in different hops, do not go together: of rows that are
 * alike, two leaves of ten are the same two once in 45 times. */
static void test_independence(void **state)
{
    (void)state;
    enum { DRAWS = 4500 };
    int32_t row[3 * 10 + 1], col[3 * 10 + 1];
    for (int32_t k = 0; k < 30; k++) { /* nodes 0, 1 and 2 hear from the same */
        row[k] = k / 10;
        col[k] = 4 + k % 10;
    }
    row[30] = 3; /* node 3 from node 2 */
    col[30] = 2;
    gg_csr *a;
    assert_int_equal(gg_csr_from_coo(14, 14, 31, row, col, NULL, GG_F32, &a, NULL), GG_OK);
    int nodes = 0, hops = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const int64_t fanout[] = {2, 2};
        gg_neighborhood both = sample(a, 2, (int32_t[]){0, 1}, 1, fanout, gg_rng_new(k));
        nodes += both.nodes == 4;
        gg_neighborhood first = sample(a, 1, (int32_t[]){2}, 1, fanout, gg_rng_new(k));
        gg_neighborhood second = sample(a, 1, (int32_t[]){3}, 2, fanout, gg_rng_new(k));
        assert_true(first.nodes == 3 && second.nodes == 4);
        hops += (first.node[1] == second.node[2] && first.node[2] == second.node[3]) ||
                (first.node[1] == second.node[3] && first.node[2] == second.node[2]);
        gg_neighborhood_free(&both);
        gg_neighborhood_free(&first);
        gg_neighborhood_free(&second);
    }
    assert_true(abs(nodes - DRAWS / 45) < 40 && abs(hops - DRAWS / 45) < 40); /* 4 deviations */
    gg_csr_free(a);
}

/* ---- a network over a sample ---- */

enum { WIDTH = 5 };

static gg_tensor *network(const gg_sage *layer, int64_t hops, const gg_csr *a, gg_tensor *x)
{
    for (int64_t k = 0; k < hops; k++)
        x = gg_relu(tape, gg_sage_forward(tape, &layer[k], a, x));
    return x;
}

/* Of all neighbours for as many hops as it has layers, a network gives at the seeds what it gives
 * over the whole graph; with a hop less it does not. */
static void test_network(void **state)
{
    (void)state;
    double features[MOST * WIDTH];
    const int64_t all[HOPS] = {-1, -1, -1};
    gg_sage layer[HOPS];
    for (int k = 0; k < HOPS; k++)
        gg_sage_init(&layer[k], params, (const char *[]){"0", "1", "2"}[k], WIDTH, WIDTH);
    build();
    for (int k = 0; k < MOST * WIDTH; k++)
        features[k] = gg_rng_normal(gg_rng_new(1), (uint64_t)k);
    for (uint64_t round = 0; round < 20; round++) {
        gg_csr *a = random_matrix(round, MOST, 2 * MOST, round % 2);
        gg_tensor *x = leaf(MOST, WIDTH, features);
        for (int64_t hops = 1; hops <= HOPS; hops++) {
            int32_t seed[4];
            draw_seeds(gg_rng_new(round), MOST, 4, seed);
            gg_neighborhood h = sample(a, 4, seed, hops, all, gg_rng_new(1));
            gg_tensor *met = gg_gather_rows(tape, x, h.nodes, h.node);
            const gg_tensor *found = network(layer, hops, h.adjacency, met);
            gg_tensor *full = network(layer, hops, a, x);
            const gg_tensor *expected = gg_gather_rows(tape, full, 4, seed);
            assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
            check("row of a seed", 4 * WIDTH, found->data, expected->data);
            if (hops < HOPS && round == 0) {
                const double *less = network(layer, hops + 1, h.adjacency, met)->data;
                expected = gg_gather_rows(tape, network(layer, hops + 1, a, x), 4, seed);
                assert_memory_not_equal(less, expected->data, 4 * WIDTH * sizeof *less);
            }
            gg_tape_reset(tape);
            x = leaf(MOST, WIDTH, features);
            gg_neighborhood_free(&h);
        }
        gg_tape_reset(tape);
        gg_csr_free(a);
    }
}

/* ---- errors ---- */

static void test_errors(void **state)
{
    (void)state;
    gg_csr *a = random_matrix(1, 5, 9, true), *flat;
    gg_error e;
    gg_neighborhood h = {.nodes = -7};
    gg_rng rng = gg_rng_new(1);
    const int32_t seed[] = {3, 0, 3}, beyond[] = {1, 5}, negative[] = {-1};
    const int64_t fanout[] = {2, -1, 0, -2};
    assert_int_equal(gg_sample_neighbors(a, 3, seed, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "neighbors: seed 3 comes twice");
    assert_int_equal(gg_sample_neighbors(a, 2, beyond, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "neighbors: seed 5, expected 0 to 4");
    assert_int_equal(gg_sample_neighbors(a, 1, negative, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_sample_neighbors(a, 2, seed, 3, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message,
                        "neighbors: fanout 0 of hop 2, expected 1 or more, or -1 for all");
    assert_int_equal(gg_sample_neighbors(a, 2, seed, 1, fanout + 3, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_sample_neighbors(a, 2, seed, 0, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "neighbors: 2 seeds and 0 hops");
    assert_int_equal(gg_sample_neighbors(a, -1, seed, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_sample_neighbors(NULL, 2, seed, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_sample_neighbors(a, 2, NULL, 1, fanout, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_sample_neighbors(a, 2, seed, 1, NULL, rng, &h, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_csr_from_coo(5, 6, 0, NULL, NULL, NULL, GG_F32, &flat, NULL), GG_OK);
    assert_int_equal(gg_sample_neighbors(flat, 2, seed, 1, fanout, rng, &h, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message, "neighbors: 5 x 6, expected a square matrix");
    assert_int_equal(h.nodes, -7);
    gg_csr_free(flat);
    gg_csr_free(a);
    gg_neighborhood_free(NULL);
}

/* No seed, and no node. */
static void test_empty(void **state)
{
    (void)state;
    const int64_t fanout = 2;
    for (int64_t nodes = 0; nodes < 2; nodes++) {
        gg_csr *a;
        assert_int_equal(gg_csr_from_coo(nodes, nodes, 0, NULL, NULL, NULL, GG_F32, &a, NULL),
                         GG_OK);
        gg_neighborhood h = sample(a, 0, NULL, 1, &fanout, gg_rng_new(1));
        assert_true(h.nodes == 0 && h.adjacency->rows == 0 && h.adjacency->cols == 0);
        gg_neighborhood_free(&h);
        gg_neighborhood_free(&h);
        gg_csr_free(a);
    }
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_neighborhood h = {0};
    const int64_t fanout[] = {4, -1};
    gg_status status =
        gg_sample_neighbors(context, 1, (int32_t[]){0}, 2, fanout, gg_rng_new(1), &h, e);
    gg_neighborhood_free(&h);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    gg_csr *a = random_matrix(1, MOST, 7 * MOST, false);
    check_every_allocation_fails(attempt, a);
    gg_csr_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),      cmocka_unit_test(test_order_of_seeds),
        cmocka_unit_test(test_component),    cmocka_unit_test(test_subsets),
        cmocka_unit_test(test_independence), LAYER(test_network),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_empty),
        cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
