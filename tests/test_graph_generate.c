/* The generator of graphs like those of citations. */
#include "check_files.h"
#include "check_graph.h"

#include <math.h>

static void same_seed_same_data(void **state)
{
    (void)state;
    gg_citation w = gg_citation_default();
    gg_dataset *a, *b, *c;
    assert_int_equal(gg_dataset_generate(&w, &a, NULL), GG_OK);
    assert_int_equal(gg_dataset_generate(&w, &b, NULL), GG_OK);
    assert_string_equal(a->sha256, b->sha256);
    w.seed++;
    assert_int_equal(gg_dataset_generate(&w, &c, NULL), GG_OK);
    assert_string_not_equal(a->sha256, c->sha256);
    gg_dataset_free(a);
    gg_dataset_free(b);
    gg_dataset_free(c);
}

static double link_count(const gg_csr *common, int32_t u, int32_t v)
{
    for (int64_t k = common->rowptr[u]; k < common->rowptr[u + 1]; k++)
        if (common->col[k] == v)
            return gg_csr_value(common, k);
    return 0;
}

/* How many words u and v share. */
static int shared_words(const gg_csr *x, int32_t u, int32_t v)
{
    int shared = 0;
    for (int64_t k = x->rowptr[u]; k < x->rowptr[u + 1]; k++)
        shared += gg_csr_has(x, v, x->col[k]);
    return shared;
}

static void default_graph_looks_like_citations(void **state)
{
    (void)state;
    gg_citation w = gg_citation_default();
    gg_dataset *d;
    assert_int_equal(gg_dataset_generate(&w, &d, NULL), GG_OK);
    const gg_csr *a = d->full->adjacency;
    assert_int_equal(d->nodes, w.nodes);
    assert_int_equal(d->full->edges, w.edges);
    assert_int_equal(d->split.valid.count, 450);
    assert_int_equal(d->split.test.count, 900);
    assert_int_equal(d->split.valid_neg.count, 450);
    assert_int_equal(d->split.test_neg.count, 900);
    assert_int_equal(d->train->edges, 3150);
    assert_int_equal(d->full->cleaned.isolated, 0);

    int32_t component[2000];
    int64_t sizes[2000] = {0}, largest = 0, top = 0;
    assert_int_equal(gg_graph_components(d->full, component, NULL, NULL), GG_OK);
    for (int32_t i = 0; i < 2000; i++) {
        sizes[component[i]]++;
        largest = sizes[component[i]] > largest ? sizes[component[i]] : largest;
        int64_t degree = a->rowptr[i + 1] - a->rowptr[i];
        top = degree > top ? degree : top;
    }
    assert_true(largest > 1900);
    assert_true(top > 40 && top < 200); /* a heavy tail, but no star: the mean is 4.5 */

    /* Links share more words and more neighbours than non-links do. */
    const gg_csr *x = d->features;
    assert_int_equal(x->cols, w.words);
    assert_true(gg_csr_nnz(x) > 15 * w.nodes && gg_csr_nnz(x) <= 20 * w.nodes);
    gg_csr *common;
    assert_int_equal(gg_graph_common_neighbors(d->train, &common, NULL), GG_OK);
    int words[2] = {0};
    int64_t closed[2] = {0};
    for (int64_t k = 0; k < 900; k++) {
        const gg_pair_list *p = &d->split.test, *n = &d->split.test_neg;
        words[1] += shared_words(x, p->u[k], p->v[k]);
        words[0] += shared_words(x, n->u[k], n->v[k]);
        closed[1] += link_count(common, p->u[k], p->v[k]) > 0;
        closed[0] += link_count(common, n->u[k], n->v[k]) > 0;
    }
    assert_true(words[1] > 2 * words[0]);
    assert_true(closed[1] > 900 / 4 && closed[1] < 900 * 2 / 3);
    assert_true(closed[0] < 900 / 10);
    gg_csr_free(common);
    gg_dataset_free(d);
}

/* The parameters mean what they say: all links within topics leave at least as many components, and
 * without closure there are few triangles. */
static void parameters_take_effect(void **state)
{
    (void)state;
    gg_citation w = gg_citation_default();
    gg_dataset *d;
    int64_t count, triangles[2];
    int32_t component[2000];
    for (int k = 0; k < 2; k++) {
        w.same_topic = 1;
        w.closure = k ? 0.5 : 0;
        assert_int_equal(gg_dataset_generate(&w, &d, NULL), GG_OK);
        assert_int_equal(gg_graph_components(d->full, component, &count, NULL), GG_OK);
        assert_true(count >= w.topics);
        gg_csr *c;
        assert_int_equal(gg_graph_common_neighbors(d->full, &c, NULL), GG_OK);
        triangles[k] = 0;
        for (int32_t i = 0; i < 2000; i++)
            for (int64_t j = c->rowptr[i]; j < c->rowptr[i + 1]; j++)
                if (is_link(d->full, i, c->col[j]))
                    triangles[k] += (int64_t)gg_csr_value(c, j);
        gg_csr_free(c);
        gg_dataset_free(d);
    }
    assert_true(triangles[1] > 6 * 2000 && 4 * triangles[0] < triangles[1]);
    w.words = 0;
    assert_int_equal(gg_dataset_generate(&w, &d, NULL), GG_OK);
    assert_null(d->features);
    gg_dataset_free(d);
}

/* The numbers that graph.h tells. */
static void dense_graphs_have_fewer_edges(void **state)
{
    (void)state;
    const int64_t asked[] = {2000, 9000, 15000}, found[] = {2000, 8075, 9376};
    for (int k = 0; k < 3; k++) {
        gg_citation w = gg_citation_default();
        gg_dataset *d;
        w.nodes = 300;
        w.edges = asked[k];
        assert_int_equal(gg_dataset_generate(&w, &d, NULL), GG_OK);
        assert_int_equal(d->full->edges, found[k]);
        gg_dataset_free(d);
    }
}

/* Over random parameters: a valid split (gg_dataset_generate checks its own), or a clear error. */
static void any_parameters(void **state)
{
    (void)state;
    gg_rng rng = gg_rng_new(3);
    int made = 0;
    for (uint64_t k = 0; k < 300; k++) {
        gg_rng r = gg_rng_fork(rng, k);
        gg_citation w = {.nodes = 4 + (int64_t)gg_rng_below(r, 0, 60),
                         .edges = 3 + (int64_t)gg_rng_below(r, 1, 300),
                         .words_per_node = (int32_t)gg_rng_below(r, 2, 20),
                         .same_topic = gg_rng_uniform(r, 3),
                         .topic_words = gg_rng_uniform(r, 4),
                         .closure = gg_rng_uniform(r, 5),
                         .valid_fraction = 0.5 * gg_rng_uniform(r, 6),
                         .test_fraction = 0.5 * gg_rng_uniform(r, 7),
                         .seed = k};
        w.topics = 1 + (int32_t)gg_rng_below(r, 8, 4);
        w.words = w.topics + (int64_t)gg_rng_below(r, 9, 30);
        gg_dataset *d;
        gg_error e = {0};
        gg_status s = gg_dataset_generate(&w, &d, &e);
        if (s != GG_OK) {
            assert_int_equal(s, GG_ERR_ARGUMENT);
            assert_contains(e.message, "cannot be split");
            continue;
        }
        assert_true(d->full->edges <= w.edges);
        assert_int_equal(d->full->cleaned.self_loops + d->full->cleaned.duplicates, 0);
        assert_int_equal(d->split.train.count + d->split.valid.count + d->split.test.count,
                         d->full->edges);
        assert_int_equal(d->split.valid.count, d->split.valid_neg.count);
        assert_int_equal(d->split.test.count, d->split.test_neg.count);
        gg_dataset_free(d);
        made++;
    }
    assert_true(made > 200);
}

static void bad_parameters(void **state)
{
    (void)state;
#define CASE(change, reason)                                                                       \
    do {                                                                                           \
        gg_citation w = gg_citation_default();                                                     \
        gg_dataset *d = NULL;                                                                      \
        gg_error e = {0};                                                                          \
        change;                                                                                    \
        assert_int_equal(gg_dataset_generate(&w, &d, &e), GG_ERR_ARGUMENT);                        \
        assert_contains(e.message, reason);                                                        \
        assert_null(d);                                                                            \
    } while (0)
    CASE(w.nodes = 3, "bad nodes");
    CASE(w.nodes = (int64_t)1 << 40, "bad nodes");
    CASE(w.edges = 0, "bad edges");
    CASE(w.topics = 0, "bad topics");
    CASE(w.topics = 2001, "bad topics");
    CASE(w.words = -1, "bad words");
    CASE(w.words = 3, "bad words");
    CASE(w.words_per_node = -1, "bad words_per_node");
    CASE(w.same_topic = 1.5, "bad same_topic");
    CASE(w.topic_words = NAN, "bad same_topic, topic_words");
    CASE(w.closure = -0.1, "bad same_topic, topic_words or closure");
    CASE(w.valid_fraction = NAN, "bad valid_fraction");
    CASE(w.test_fraction = 0.95, "bad valid_fraction or test_fraction");
    CASE(w.valid_fraction = 0, "cannot be split");
#undef CASE
}

static gg_status try_generate(void *context, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_status s = gg_dataset_generate(context, &d, e);
    gg_dataset_free(d);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    gg_citation w = gg_citation_default();
    w.nodes = 50;
    w.edges = 300; /* the lists grow */
    w.words = 40;
    check_every_allocation_fails(try_generate, &w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_data),
        cmocka_unit_test(default_graph_looks_like_citations),
        cmocka_unit_test(parameters_take_effect),
        cmocka_unit_test(dense_graphs_have_fewer_edges),
        cmocka_unit_test(any_parameters),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
