/* Random splits: drawn, written, read again. */
#include "check_files.h"
#include "check_graph.h"

#include <sys/stat.h>

/* Each pair of [0, n) at most once in the split, links exactly where g has an edge. */
static void check_split(const gg_graph *g, const gg_split *s, int64_t valid, int64_t test)
{
    assert_int_equal(s->valid.count, valid);
    assert_int_equal(s->test.count, test);
    assert_int_equal(s->valid_neg.count, valid);
    assert_int_equal(s->test_neg.count, test);
    assert_int_equal(s->train.count, g->edges - valid - test);
    const gg_pair_list *sets[] = {&s->train, &s->valid, &s->test, &s->valid_neg, &s->test_neg};
    bool *seen = calloc((size_t)(g->nodes * g->nodes), sizeof *seen);
    for (int set = 0; set < 5; set++)
        for (int64_t k = 0; k < sets[set]->count; k++) {
            int32_t u = sets[set]->u[k], v = sets[set]->v[k];
            assert_true(u >= 0 && u < v && v < g->nodes);
            assert_int_equal(gg_csr_has(g->adjacency, u, v), set < 3);
            assert_false(seen[u * g->nodes + v]);
            seen[u * g->nodes + v] = true;
        }
    free(seen);
}

/* Sparse graphs, and dense ones up to the last pair, whose non-links are listed instead of drawn.
 */
static void any_graph_is_split(void **state)
{
    (void)state;
    int made = 0, dense = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        gg_rng rng = gg_rng_fork(gg_rng_new(1), seed);
        int32_t n = 4 + (int32_t)gg_rng_below(rng, 0, 20);
        gg_graph *g =
            random_graph(seed, n, 3 + (int64_t)gg_rng_below(rng, 1, (uint64_t)(n * n * 2)));
        double most =
            seed % 2 ? 0.4 : 0.15; /* of a dense graph, few links have as many non-links */
        double valid = most * gg_rng_uniform(rng, 2), test = most * gg_rng_uniform(rng, 3);
        int64_t v = (int64_t)(valid * (double)g->edges), t = (int64_t)(test * (double)g->edges);
        int64_t pairs = (int64_t)n * (n - 1) / 2;
        gg_split s = {.train = {0}};
        gg_error e = {0};
        gg_status status = gg_split_random(g, valid, test, seed, &s, &e);
        if (v < 1 || t < 1 || v + t >= g->edges || v + t > pairs - g->edges) {
            assert_int_equal(status, GG_ERR_ARGUMENT);
            assert_int_equal(s.train.capacity, 0);
        } else {
            assert_int_equal(status, GG_OK);
            check_split(g, &s, v, t);
            made++;
            dense += g->edges > pairs / 2;
        }
        gg_split_free(&s);
        gg_graph_free(g);
    }
    assert_true(made > 50 && dense > 10);
}

static bool same_pairs(const gg_pair_list *a, const gg_pair_list *b)
{
    size_t size = (size_t)a->count * sizeof *a->u;
    return a->count == b->count && !memcmp(a->u, b->u, size) && !memcmp(a->v, b->v, size);
}

static bool same_split(const gg_split *a, const gg_split *b)
{
    return same_pairs(&a->train, &b->train) && same_pairs(&a->valid, &b->valid) &&
           same_pairs(&a->valid_neg, &b->valid_neg) && same_pairs(&a->test, &b->test) &&
           same_pairs(&a->test_neg, &b->test_neg);
}

static void seed_fixes_the_split(void **state)
{
    (void)state;
    gg_graph *g = random_graph(5, 60, 300);
    gg_split a, b, c;
    assert_int_equal(gg_split_random(g, 0.1, 0.2, 7, &a, NULL), GG_OK);
    assert_int_equal(gg_split_random(g, 0.1, 0.2, 7, &b, NULL), GG_OK);
    assert_int_equal(gg_split_random(g, 0.1, 0.2, 8, &c, NULL), GG_OK);
    assert_true(same_split(&a, &b));
    assert_false(same_pairs(&a.valid, &c.valid) || same_pairs(&a.test_neg, &c.test_neg));
    gg_split_free(&a);
    gg_split_free(&b);
    gg_split_free(&c);
    gg_graph_free(g);
}

/* Over many seeds every link is held out, and every non-link drawn, about equally often. */
static void draws_are_uniform(void **state)
{
    (void)state;
    enum { N = 8, SEEDS = 3000 };
    for (int dense = 0; dense < 2; dense++) {
        gg_graph *g = random_graph(2, N, dense ? 27 : 10);
        int count[N][N] = {{0}};
        int64_t pairs = N * (N - 1) / 2, test = (int64_t)(0.25 * (double)g->edges);
        assert_int_equal(g->edges > pairs / 2, dense);
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            gg_split s;
            assert_int_equal(gg_split_random(g, 0.25, 0.25, seed, &s, NULL), GG_OK);
            for (int64_t k = 0; k < test; k++) {
                count[s.test.u[k]][s.test.v[k]]++;
                count[s.test_neg.u[k]][s.test_neg.v[k]]++;
            }
            gg_split_free(&s);
        }
        for (int32_t u = 0; u < N; u++)
            for (int32_t v = u + 1; v < N; v++) {
                int64_t among = gg_csr_has(g->adjacency, u, v) ? g->edges : pairs - g->edges;
                double p = (double)test / (double)among, mean = SEEDS * p, spread = mean * (1 - p);
                double off = count[u][v] - mean;
                assert_true(off * off <= 25 * spread); /* five standard deviations */
            }
        gg_graph_free(g);
    }
}

static void bad_shares(void **state)
{
    (void)state;
    gg_graph *g = random_graph(3, 20, 60);
    static const double shares[][2] = {{-0.1, 0.2}, {0.1, -0.2}, {0.5, 0.5}, {0.0 / 1, 1.0}};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        gg_split s = {.train = {0}};
        gg_error e = {0};
        assert_int_equal(gg_split_random(g, shares[k][0], shares[k][1], 1, &s, &e),
                         GG_ERR_ARGUMENT);
        assert_contains(e.message, "split: shares of");
    }
    gg_split s = {.train = {0}};
    gg_error e = {0};
    assert_int_equal(gg_split_random(g, 0, 0.2, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "cannot be split");
    gg_graph_free(g);
    g = random_graph(3, 6, 2);
    assert_int_equal(gg_split_random(g, 0.1, 0.2, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message,
                        "split: 2 links cannot be split: expected at least one to validate (0.1 of "
                        "them: takes 10), one to test on (0.2: takes 5) and one to train on");
    gg_graph_free(g);
    g = random_graph(3, 6, 2000); /* complete */
    assert_int_equal(g->edges, 15);
    assert_int_equal(gg_split_random(g, 0.2, 0.2, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "split: 6 non-links wanted, but there are only 0");
    gg_graph_free(g);
}

/* ---- on disk ---- */

static void split_comes_back(void **state)
{
    (void)state;
    gg_graph *g = random_graph(5, 60, 300);
    gg_split a, b;
    char bytes[64] = {0};
    assert_int_equal(gg_split_random(g, 0.1, 0.2, 7, &a, NULL), GG_OK);
    int before = files_in_folder();
    assert_int_equal(gg_split_write(in_folder("s//"), &a, NULL, NULL), GG_OK);
    assert_int_equal(files_in_folder(), before + 1);
    assert_int_equal(gg_split_read(in_folder("s"), 60, NULL, &b, NULL), GG_OK);
    assert_true(same_split(&a, &b));
    gg_split_free(&b);
    int32_t u, v;
    read_file(in_folder("s/test_neg.txt"), bytes, sizeof bytes - 1);
    assert_int_equal(sscanf(bytes, "%d %d\n", &u, &v), 2);
    assert_true(u == a.test_neg.u[0] && v == a.test_neg.v[0]);

    /* Never over one that is there; into an empty folder, yes; and nothing is left behind. */
    gg_error e = {0};
    assert_int_equal(gg_split_write(in_folder("s"), &a, NULL, &e), GG_ERR_IO);
    assert_contains(e.message, "/s: is there already");
    assert_int_equal(mkdir(in_folder("empty"), 0777), 0);
    assert_int_equal(gg_split_write(in_folder("empty"), &a, NULL, NULL), GG_OK);
    write_text("file", "text");
    assert_int_equal(gg_split_write(in_folder("file"), &a, NULL, &e), GG_ERR_IO);
    assert_int_equal(gg_split_write(in_folder("none/s"), &a, NULL, &e), GG_ERR_IO);
    assert_contains(e.message, "none/s: cannot create a folder beside it: No such file");
    assert_int_equal(files_in_folder(), before + 3);

    /* What gg_split_read says of files that are damaged or missing. */
    assert_int_equal(gg_split_read(in_folder("s"), 30, NULL, &b, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "there are 30 nodes");
    remove(in_folder("s/test_neg.txt"));
    assert_int_equal(gg_split_read(in_folder("s"), 60, NULL, &b, &e), GG_ERR_IO);
    assert_contains(e.message, "s/test_neg.txt: cannot open");
    gg_split_free(&a);
    gg_graph_free(g);
}

/* Names that need quotes, and those that look like comments or other tables. */
static void split_with_names_comes_back(void **state)
{
    (void)state;
    const char *path = write_text(
        "names.csv", "\"#a\",b\n\"#a\",\"x, y\"\n\"5\"\" disk\",b\n"
                     "\"%c\",\"x, y\"\n\xc3\xa9,b\n\" d \",b\n7,b\nan e,b\n"
                     "\"0\"\" disk, x\",\"a\"\",\"\"b\"\n\"\"\"\"\"\",b\n1 2 3,b\na b {c,b\n");
    gg_pair_list p = {0};
    gg_names *names = NULL;
    gg_graph *g;
    gg_split a, b;
    int64_t nodes;
    assert_int_equal(gg_read_edge_list(path, &p, &nodes, &names, NULL, NULL), GG_OK);
    assert_int_equal(nodes, 14);
    assert_int_equal(gg_graph_new(nodes, &p, &g, NULL), GG_OK);
    for (uint64_t seed = 0; seed < 30; seed++) {
        char dir[16];
        snprintf(dir, sizeof dir, "n%d", (int)seed);
        assert_int_equal(gg_split_random(g, 0.25, 0.25, seed, &a, NULL), GG_OK);
        assert_int_equal(gg_split_write(in_folder(dir), &a, names, NULL), GG_OK);
        gg_error e = {0};
        if (gg_split_read(in_folder(dir), nodes, names, &b, &e) != GG_OK)
            fail_msg("%s", e.message);
        assert_true(same_split(&a, &b));
        gg_split_free(&a);
        gg_split_free(&b);
    }
    gg_error e = {0};
    write_text("n0/valid.txt", "b\tnobody\n");
    assert_int_equal(gg_split_read(in_folder("n0"), nodes, names, &b, &e), GG_ERR_FORMAT);
    assert_contains(e.message,
                    "n0/valid.txt:1: expected two node ids, found \"b\tnobody\": the graph "
                    "has no node 'nobody'");
    a = (gg_split){.valid = {1, 1, (int32_t[]){3}, (int32_t[]){14}}};
    assert_int_equal(gg_split_write(in_folder("bad"), &a, names, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "valid has (3, 14)");
    gg_names_free(names);
    gg_pair_list_free(&p);
    gg_graph_free(g);
}

static void write_sets(const char *train, size_t size)
{
    mkdir(in_folder("h"), 0777);
    write_text("h/valid.txt", "1 2\n");
    write_text("h/valid_neg.txt", "1 3\n");
    write_text("h/test.txt", "2 3\n");
    write_text("h/test_neg.txt", "0 3\n");
    write_file("h/train.txt", train, size);
}

/* Each by number, and by name, of four nodes that are called 0 to 3. */
static void hostile_splits(void **state)
{
    (void)state;
    char text[] = "0\0001\0002\0003";
    gg_names names = {4, true, (int64_t[]){0, 2, 4, 6}, text};
    gg_split s = {.train = {0}};
    gg_error e = {0};
    static const struct bad {
        const char *text;
        size_t size;
        const char *reason, *named;
    } bad[] = {
#define SET(text, reason, named) {text, sizeof text - 1, reason, named}
        SET("0 1\n3", "fewer than two columns", "fewer than two columns"),
        SET("0 1\n3 ", "fewer than two columns", "fewer than two columns"),
        SET("0 1\n3 2\0\n", "not an integer", "a control character"),
        SET("0 1\n3 nan\n", "not an integer", "no node 'nan'"),
        SET("0 1\n3 1000000000000\n", "an id above", "no node '1000000000000'"),
        SET("0 1\n3 4\n", "there are 4 nodes", "no node '4'"),
        SET("0 1\n3 -1\n", "a negative id", "no node '-1'"),
        SET("0 1\n\x93NUMPY\n", "not an integer", "fewer than two columns"),
        SET("0 1\nPK\3\4 1\n", "not an integer", "a control character"),
#undef SET
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        for (int named = 0; named < 2; named++) {
            write_sets(bad[k].text, bad[k].size);
            assert_int_equal(gg_split_read(in_folder("h"), 4, named ? &names : NULL, &s, &e),
                             GG_ERR_FORMAT);
            assert_contains(e.message, "h/train.txt:2: expected two node ids, found \"");
            assert_contains(e.message, named ? bad[k].named : bad[k].reason);
            assert_null(s.train.u);
        }
    static const char good[] = "\xef\xbb\xbf# c\r\n0 1\r\n\r\n 3\t2";
    for (int named = 0; named < 2; named++) {
        write_sets(good, sizeof good - 1);
        assert_int_equal(gg_split_read(in_folder("h"), 4, named ? &names : NULL, &s, &e), GG_OK);
        assert_int_equal(s.train.count, 2);
        assert_true(s.train.u[0] == 0 && s.train.v[0] == 1);
        assert_true(s.train.u[1] == 3 && s.train.v[1] == 2);
        gg_split_free(&s);
    }
    assert_int_equal(gg_split_read(in_folder("none"), 4, NULL, &s, &e), GG_ERR_IO);
    assert_contains(e.message, "none/train.txt: cannot open: No such file");
}

/* ---- memory that runs out ---- */

static gg_status try_random(void *context, gg_error *e)
{
    gg_split s = {.train = {0}};
    gg_status status = gg_split_random(context, 0.1, 0.1, 1, &s, e);
    gg_split_free(&s);
    return status;
}

static gg_status try_read(void *context, gg_error *e)
{
    gg_split s = {.train = {0}};
    gg_status status = gg_split_read(context, 60, NULL, &s, e);
    gg_split_free(&s);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    gg_graph *sparse = random_graph(5, 60, 700), *dense = random_graph(5, 30, 800);
    gg_split s;
    check_every_allocation_fails(try_random, sparse);
    check_every_allocation_fails(try_random, dense);
    assert_int_equal(gg_split_random(sparse, 0.1, 0.1, 1, &s, NULL), GG_OK);
    char path[512];
    strcpy(path, in_folder("memory"));
    assert_int_equal(gg_split_write(path, &s, NULL, NULL), GG_OK);
    check_every_allocation_fails(try_read, path);
    gg_split_free(&s);
    gg_graph_free(sparse);
    gg_graph_free(dense);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_graph_is_split), cmocka_unit_test(seed_fixes_the_split),
        cmocka_unit_test(draws_are_uniform),  cmocka_unit_test(bad_shares),
        cmocka_unit_test(split_comes_back),   cmocka_unit_test(split_with_names_comes_back),
        cmocka_unit_test(hostile_splits),     cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
