/* The name of an embedding's bits: the same for the same inputs, another for any other. */
#include "check.h"

#include "models.h"

enum { KEYS = 16 };

typedef struct keys {
    int count;
    char key[KEYS][65];
} keys;

static void add(keys *k, const char *method, const gg_embedding_source *source, int64_t dimensions)
{
    gg_error e;
    if (gg_embedding_key(method, source, dimensions, k->key[k->count], &e))
        fail_msg("%s", e.message);
    assert_int_equal(strlen(k->key[k->count]), 64);
    assert_int_equal(strspn(k->key[k->count++], "0123456789abcdef"), 64);
}

static gg_graph *graph(int32_t last)
{
    gg_pair_list pairs = {0};
    gg_graph *g = NULL;
    for (int32_t i = 0; i < 5; i++)
        assert_int_equal(gg_pair_list_add(&pairs, i, i == 4 ? last : i + 1, NULL), GG_OK);
    assert_int_equal(gg_graph_new(6, &pairs, &g, NULL), GG_OK);
    gg_pair_list_free(&pairs);
    return g;
}

static void all_inputs_count(void **state)
{
    (void)state;
    gg_graph *g = graph(5), *other = graph(3);
    gg_csr *degrees = NULL;
    assert_int_equal(gg_graph_degree_features(g, &degrees, NULL), GG_OK);
    gg_embedding_source source = {.graph = g, .features = degrees, .seed = 1, .threads = 1};
    keys k = {0};
    for (int m = 0; gg_embedding_name(m); m++)
        add(&k, gg_embedding_name(m), &source, 8);
    add(&k, "features", &source, 9);
    source.seed = 2;
    add(&k, "features", &source, 8);
    source.features = NULL;
    add(&k, "features", &source, 8);
    source.graph = other;
    add(&k, "features", &source, 8);
    for (int i = 0; i < k.count; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(k.key[i], k.key[j]);
    gg_csr_free(degrees);
    gg_graph_free(other);
    gg_graph_free(g);
}

/* Nor do threads matter, nor who watches. */
static void nothing_else_does(void **state)
{
    (void)state;
    gg_graph *g = graph(5);
    keys k = {0};
    gg_embedding_source source = {.graph = g, .threads = 1};
    add(&k, "features", &source, 8);
    source.threads = 2;
    source.context = &k;
    add(&k, "features", &source, 8);
    assert_string_equal(k.key[0], k.key[1]);
    gg_error e;
    assert_int_equal(gg_embedding_key("feature", &source, 8, k.key[2], &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "'feature'"));
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_inputs_count),
        cmocka_unit_test(nothing_else_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
