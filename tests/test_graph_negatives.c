/* Training negatives: allowed, distinct, uniform, repeatable, and without allocation. */
#include "check.h"
#include "graph.h"

static void add(gg_pair_list *list, int32_t u, int32_t v)
{
    assert_int_equal(gg_pair_list_add(list, u, v, NULL), GG_OK);
}

/* A dataset of splits only: `per_list` pairs in each of the five, in either orientation; repeats
 * happen. */
static gg_dataset random_dataset(gg_rng rng, int64_t nodes, int64_t per_list)
{
    gg_dataset d = {.nodes = nodes};
    gg_pair_list *lists[] = {&d.split.train, &d.split.valid, &d.split.valid_neg, &d.split.test,
                             &d.split.test_neg};
    uint64_t at = 0;
    for (int l = 0; l < 5; l++)
        for (int64_t k = 0; k < per_list;) {
            int32_t u = (int32_t)gg_rng_below(rng, at++, (uint64_t)nodes);
            int32_t v = (int32_t)gg_rng_below(rng, at++, (uint64_t)nodes);
            if (u != v) {
                add(lists[l], u, v);
                k++;
            }
        }
    return d;
}

static void free_dataset(gg_dataset *d)
{
    gg_pair_list_free(&d->split.train);
    gg_pair_list_free(&d->split.valid);
    gg_pair_list_free(&d->split.valid_neg);
    gg_pair_list_free(&d->split.test);
    gg_pair_list_free(&d->split.test_neg);
}

/* forbidden[u * nodes + v] for u < v; returns how many pairs remain. */
static int64_t mark_forbidden(const gg_dataset *d, bool *forbidden)
{
    const gg_pair_list *lists[] = {&d->split.train, &d->split.valid, &d->split.valid_neg,
                                   &d->split.test, &d->split.test_neg};
    int64_t allowed = d->nodes * (d->nodes - 1) / 2;
    memset(forbidden, 0, (size_t)(d->nodes * d->nodes));
    for (int l = 0; l < 5; l++)
        for (int64_t k = 0; k < lists[l]->count; k++) {
            int32_t u = lists[l]->u[k], v = lists[l]->v[k];
            bool *mark = forbidden + (u < v ? u * d->nodes + v : v * d->nodes + u);
            allowed -= !*mark;
            *mark = true;
        }
    return allowed;
}

static void check_draw(const gg_dataset *d, gg_negatives *n, const bool *forbidden, gg_rng rng,
                       int64_t count)
{
    size_t size = (size_t)(count + 1) * sizeof(int32_t);
    int32_t *u = malloc(size), *v = malloc(size);
    bool *seen = calloc((size_t)(d->nodes * d->nodes), 1);
    assert_int_equal(gg_negatives_draw(n, rng, count, u, v, NULL), GG_OK);
    for (int64_t k = 0; k < count; k++) {
        assert_true(0 <= u[k] && u[k] < v[k] && v[k] < d->nodes);
        int64_t pair = u[k] * d->nodes + v[k];
        assert_false(forbidden[pair]);
        assert_false(seen[pair]);
        seen[pair] = true;
    }
    free(u);
    free(v);
    free(seen);
}

/* Every count up to all that there are: so all are drawn, each once. */
static void test_allowed_and_distinct(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        gg_rng rng = gg_rng_new(seed);
        int64_t nodes = 2 + (int64_t)(seed * 3 % 37);
        gg_dataset d = random_dataset(rng, nodes, (int64_t)(seed * seed % 90));
        bool *forbidden = malloc((size_t)(nodes * nodes));
        int64_t allowed = mark_forbidden(&d, forbidden);
        gg_negatives *n = NULL;
        assert_int_equal(gg_negatives_new(&d, &n, NULL), GG_OK);
        assert_int_equal(gg_negatives_available(n), allowed);
        for (int64_t count = 0; count <= allowed; count += 1 + allowed / 13)
            check_draw(&d, n, forbidden, gg_rng_fork(rng, (uint64_t)count), count);
        check_draw(&d, n, forbidden, rng, allowed);
        gg_negatives_free(n);
        free(forbidden);
        free_dataset(&d);
    }
}

/* chi^2 of pair counts over many draws, of all that is drawn and of what comes first: the latter
 * shows that the order is random too. 20 of 28 pairs are allowed; 56 is six standard deviations
 * above the mean of 19 degrees of freedom. */
static void check_uniform(int64_t count)
{
    enum { DRAWS = 20000, ALLOWED = 20 };
    gg_dataset d = {.nodes = 8};
    for (int32_t v = 1; v < 8; v++)
        add(&d.split.train, v, v / 2);
    add(&d.split.test_neg, 5, 6);
    gg_negatives *n = NULL;
    assert_int_equal(gg_negatives_new(&d, &n, NULL), GG_OK);
    assert_int_equal(gg_negatives_available(n), ALLOWED);
    int32_t u[ALLOWED], v[ALLOWED];
    double drawn[64] = {0}, first[64] = {0};
    for (uint64_t k = 0; k < DRAWS; k++) {
        assert_int_equal(gg_negatives_draw(n, gg_rng_fork(gg_rng_new(9), k), count, u, v, NULL),
                         GG_OK);
        first[u[0] * 8 + v[0]]++;
        for (int64_t p = 0; p < count; p++)
            drawn[u[p] * 8 + v[p]]++;
    }
    double of_all = (double)DRAWS * (double)count / ALLOWED, of_first = (double)DRAWS / ALLOWED;
    double chi_all = 0, chi_first = 0;
    for (int pair = 0; pair < 64; pair++)
        if (drawn[pair] > 0) {
            chi_all += (drawn[pair] - of_all) * (drawn[pair] - of_all) / of_all;
            chi_first += (first[pair] - of_first) * (first[pair] - of_first) / of_first;
        }
    assert_true(chi_all < 56);
    assert_true(chi_first < 56);
    gg_negatives_free(n);
    free_dataset(&d);
}

static void test_uniform(void **state)
{
    (void)state;
    check_uniform(5);
    check_uniform(10);
    check_uniform(15);
    check_uniform(20);
}

static void test_too_few(void **state)
{
    (void)state;
    gg_dataset d = random_dataset(gg_rng_new(4), 12, 5);
    gg_negatives *n = NULL;
    assert_int_equal(gg_negatives_new(&d, &n, NULL), GG_OK);
    int32_t u[100], v[100];
    gg_error e = {0};
    int64_t available = gg_negatives_available(n);
    assert_int_equal(gg_negatives_draw(n, gg_rng_new(1), available + 1, u, v, &e), GG_ERR_ARGUMENT);
    char wanted[32], there[32];
    snprintf(wanted, sizeof wanted, " %lld wanted", (long long)available + 1);
    snprintf(there, sizeof there, "only %lld pairs", (long long)available);
    assert_non_null(strstr(e.message, wanted));
    assert_non_null(strstr(e.message, there));
    assert_int_equal(gg_negatives_draw(n, gg_rng_new(1), -1, u, v, &e), GG_ERR_ARGUMENT);
    gg_negatives_free(n);
    gg_negatives_free(NULL);
    free_dataset(&d);
}

static void test_bad_split(void **state)
{
    (void)state;
    const int32_t pairs[][2] = {{3, 3}, {-1, 2}, {2, 10}};
    for (int k = 0; k < 3; k++) {
        gg_dataset d = {.nodes = 10};
        add(&d.split.valid, pairs[k][0], pairs[k][1]);
        gg_negatives *n = NULL;
        gg_error e;
        assert_int_equal(gg_negatives_new(&d, &n, &e), GG_ERR_ARGUMENT);
        assert_null(n);
        free_dataset(&d);
    }
}

/* A draw depends on its generator alone: not on earlier draws, nor on the scratch they left. */
static void test_repeatable(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    gg_dataset d = random_dataset(gg_rng_new(5), 100, 60);
    static int32_t u[3][COUNT], v[3][COUNT], more[2][4000];
    gg_negatives *a = NULL, *b = NULL;
    assert_int_equal(gg_negatives_new(&d, &a, NULL), GG_OK);
    assert_int_equal(gg_negatives_new(&d, &b, NULL), GG_OK);
    assert_int_equal(gg_negatives_draw(a, gg_rng_new(7), COUNT, u[0], v[0], NULL), GG_OK);
    assert_int_equal(gg_negatives_draw(b, gg_rng_new(8), 4000, more[0], more[1], NULL), GG_OK);
    assert_int_equal(gg_negatives_draw(b, gg_rng_new(7), COUNT, u[1], v[1], NULL), GG_OK);
    assert_int_equal(gg_negatives_draw(b, gg_rng_new(8), COUNT, u[2], v[2], NULL), GG_OK);
    assert_memory_equal(u[0], u[1], sizeof u[0]);
    assert_memory_equal(v[0], v[1], sizeof v[0]);
    assert_memory_not_equal(u[0], u[2], sizeof u[0]);
    gg_negatives_free(a);
    gg_negatives_free(b);
    free_dataset(&d);
}

/* Two thousand million nodes: pair numbers near 2^61, where roots of doubles are off by many. */
static void test_huge(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static int32_t u[COUNT], v[COUNT];
    gg_dataset d = {.nodes = INT32_MAX};
    add(&d.split.train, 0, 1);
    add(&d.split.train, INT32_MAX - 2, INT32_MAX - 1);
    gg_negatives *n = NULL;
    assert_int_equal(gg_negatives_new(&d, &n, NULL), GG_OK);
    int64_t nodes = INT32_MAX;
    assert_int_equal(gg_negatives_available(n), nodes * (nodes - 1) / 2 - 2);
    assert_int_equal(gg_negatives_draw(n, gg_rng_new(2), COUNT, u, v, NULL), GG_OK);
    int64_t upper = 0;
    for (int64_t k = 0; k < COUNT; k++) {
        assert_true(0 <= u[k] && u[k] < v[k] && v[k] < INT32_MAX);
        upper += v[k] > INT32_MAX / 2; /* three quarters of the pairs */
    }
    assert_in_range(upper, COUNT / 100 * 73, COUNT / 100 * 77);
    gg_negatives_free(n);
    free_dataset(&d);
}

static void test_no_allocation(void **state)
{
    (void)state;
    gg_dataset d = random_dataset(gg_rng_new(6), 200, 300);
    static int32_t u[20000], v[20000];
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    gg_negatives *n = NULL;
    gg_status status = gg_negatives_new(&d, &n, NULL);
    int64_t after[2] = {0};
    for (uint64_t k = 0; status == GG_OK && k < 10; k++) {
        status = gg_negatives_draw(n, gg_rng_new(k), k % 2 ? 15000 : 9000, u, v, NULL);
        after[k > 1] = heap.total;
    }
    gg_negatives_free(n);
    gg_set_allocator(NULL);
    assert_int_equal(status, GG_OK);
    assert_int_equal(after[0], after[1]);
    assert_int_equal(heap.live, 0);
    free_dataset(&d);
}

static gg_status attempt(void *context, gg_error *e)
{
    static int32_t u[1000], v[1000];
    gg_negatives *n = NULL;
    gg_status status = gg_negatives_new(context, &n, e);
    if (status == GG_OK)
        status = gg_negatives_draw(n, gg_rng_new(1), 100, u, v, e);
    if (status == GG_OK)
        status = gg_negatives_draw(n, gg_rng_new(2), 1000, u, v, e);
    gg_negatives_free(n);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_dataset d = random_dataset(gg_rng_new(7), 60, 20);
    check_every_allocation_fails(attempt, &d);
    free_dataset(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_allowed_and_distinct),
                                       cmocka_unit_test(test_uniform),
                                       cmocka_unit_test(test_too_few),
                                       cmocka_unit_test(test_bad_split),
                                       cmocka_unit_test(test_repeatable),
                                       cmocka_unit_test(test_huge),
                                       cmocka_unit_test(test_no_allocation),
                                       cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
