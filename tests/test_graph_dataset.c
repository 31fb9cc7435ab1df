/* Graphs, data sets, splits and the generator. */
#include "check.h"

#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph.h"

#define assert_contains(text, part)                                                                \
    do {                                                                                           \
        if (!strstr(text, part))                                                                   \
            fail_msg("\"%s\" does not contain \"%s\"", text, part);                                \
    } while (0)

static gg_pair_list pairs_of(int64_t count, const int32_t (*uv)[2])
{
    gg_pair_list p = {0};
    for (int64_t k = 0; k < count; k++)
        assert_int_equal(gg_pair_list_add(&p, uv[k][0], uv[k][1], NULL), GG_OK);
    return p;
}

/* A random graph of n nodes from m drawn pairs, self-loops and repeats among them. */
static gg_graph *random_graph(uint64_t seed, int32_t n, int64_t m)
{
    gg_rng rng = gg_rng_new(seed);
    gg_pair_list p = {0};
    for (int64_t k = 0; k < m; k++) {
        int32_t u = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k), (uint64_t)n);
        int32_t v = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k + 1), (uint64_t)n);
        assert_int_equal(gg_pair_list_add(&p, u, v, NULL), GG_OK);
    }
    gg_graph *g;
    assert_int_equal(gg_graph_new(n, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

/* ---- graphs ---- */

static void graph_is_cleaned(void **state)
{
    (void)state;
    const int32_t uv[][2] = {{1, 0}, {0, 1}, {2, 2}, {3, 1}, {1, 3}, {3, 1}, {4, 4}};
    gg_pair_list p = pairs_of(7, uv);
    gg_graph *g;
    assert_int_equal(gg_graph_new(6, &p, &g, NULL), GG_OK);
    assert_int_equal(g->nodes, 6);
    assert_int_equal(g->edges, 2);
    assert_int_equal(g->cleaned.self_loops, 2);
    assert_int_equal(g->cleaned.duplicates, 3);
    assert_int_equal(g->cleaned.reversed, 2);
    assert_int_equal(g->cleaned.isolated, 3);
    assert_ptr_equal(g->adjacency->transpose, g->adjacency);
    assert_true(gg_csr_has(g->adjacency, 0, 1) && gg_csr_has(g->adjacency, 1, 3));
    assert_false(gg_csr_has(g->adjacency, 0, 3) || gg_csr_has(g->adjacency, 2, 2));
    gg_graph_free(g);

    gg_error e = {0};
    assert_int_equal(gg_graph_new(4, &p, &g, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "pair 6, (4, 4), is not of 4 nodes");
    assert_int_equal(gg_graph_new(-1, &p, &g, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_graph_new((int64_t)1 << 40, &p, &g, &e), GG_ERR_ARGUMENT);
    gg_pair_list_free(&p);
    assert_int_equal(gg_graph_new(0, &p, &g, NULL), GG_OK); /* nothing at all is a graph */
    int64_t count = -1;
    assert_int_equal(gg_graph_components(g, NULL, &count, NULL), GG_OK);
    assert_int_equal(count, 0);
    gg_graph_free(g);
}

enum { MOST = 40 };

static int is_link(const gg_graph *g, int32_t i, int32_t j)
{
    return gg_csr_has(g->adjacency, i, j);
}

static void gcn_matrix_equals_dense(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t n = 1 + (int32_t)(seed * 2);
        gg_graph *g = random_graph(seed, n, n);
        gg_csr *a, *a32;
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F64, &a, NULL), GG_OK);
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F32, &a32, NULL), GG_OK);
        assert_ptr_equal(a->transpose, a);
        assert_int_equal(gg_csr_nnz(a), 2 * g->edges + n);
        double degree[MOST];
        for (int32_t i = 0; i < n; i++) {
            degree[i] = 1;
            for (int32_t j = 0; j < n; j++)
                degree[i] += is_link(g, i, j);
        }
        for (int32_t i = 0; i < n; i++)
            for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
                int32_t j = a->col[k];
                assert_true(i == j || is_link(g, i, j));
                double expected = pow(degree[i], -0.5) * pow(degree[j], -0.5);
                assert_true(fabs(gg_csr_value(a, k) - expected) < 1e-15);
                assert_true(gg_csr_value(a32, k) == (double)(float)gg_csr_value(a, k));
            }
        gg_csr_free(a);
        gg_csr_free(a32);
        gg_graph_free(g);
    }
}

static int32_t root(const int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void components_equal_union_find(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        int32_t n = 1 + (int32_t)(seed % MOST), parent[MOST], component[MOST];
        gg_graph *g = random_graph(seed, n, (int64_t)(seed % 3) * n / 2);
        for (int32_t i = 0; i < n; i++)
            parent[i] = i;
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < i; j++)
                if (is_link(g, i, j)) { /* the smaller root wins */
                    int32_t a = root(parent, i), b = root(parent, j);
                    parent[a < b ? b : a] = a < b ? a : b;
                }
        int64_t count, expected = 0;
        assert_int_equal(gg_graph_components(g, component, &count, NULL), GG_OK);
        for (int32_t i = 0; i < n; i++) {
            int32_t r = root(parent, i);
            assert_int_equal(component[i], r == i ? (int32_t)expected : component[r]);
            expected += r == i;
        }
        assert_int_equal(count, expected);
        gg_graph_free(g);
    }
}

static void common_neighbors_equal_counts(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t n = 1 + (int32_t)(seed * 2);
        gg_graph *g = random_graph(seed, n, 3 * n);
        gg_csr *c;
        assert_int_equal(gg_graph_common_neighbors(g, &c, NULL), GG_OK);
        assert_int_equal(c->dtype, GG_F64);
        int64_t at = 0;
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < n; j++) {
                int common = 0;
                for (int32_t k = 0; k < n; k++)
                    common += is_link(g, i, k) && is_link(g, k, j);
                assert_int_equal(gg_csr_has(c, i, j), common > 0);
                if (common > 0)
                    assert_true(gg_csr_value(c, at++) == common);
            }
        assert_int_equal(gg_csr_nnz(c), at);
        gg_csr_free(c);
        gg_graph_free(g);
    }
    /* A star of 60,000: sum_k d_k^2 is 3.6e9, more than an int counts. */
    gg_pair_list p = {0};
    gg_graph *g;
    gg_csr *c = NULL;
    gg_error e = {0};
    for (int32_t i = 1; i < 60000; i++)
        assert_int_equal(gg_pair_list_add(&p, 0, i, NULL), GG_OK);
    assert_int_equal(gg_graph_new(60000, &p, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_common_neighbors(g, &c, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "common neighbours: more than");
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

/* ---- a data set of our own, in a folder ---- */

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    FILE *f = fopen(in_folder(name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* A ring of eight with a chord; features only if a test copies them. */
static void write_sample(void)
{
    write_text("edges.txt", "# ring\n0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 0\n0 4\n1 0\n");
    write_text("s/train.txt", "0 1\n2 1\n3 2\n3 4\n4 5\n");
    write_text("s/valid.txt", "5 6\n");
    write_text("s/valid_neg.txt", "0 2\n");
    write_text("s/test.txt", "6 7\n0 7\n0 4\n");
    write_text("s/test_neg.txt", "1 3\n2 4\n7 5\n");
    remove(in_folder("features.npz"));
}

static int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gg_data_XXXXXX");
    if (!mkdtemp(folder) || mkdir(in_folder("s"), 0777) != 0)
        return -1;
    write_sample();
    return 0;
}

static void empty_folder(const char *path)
{
    DIR *d = opendir(path);
    for (struct dirent *f; d && (f = readdir(d));) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, f->d_name);
        if (f->d_name[0] != '.')
            remove(name);
    }
    closedir(d);
}

static int leave_folder(void **state)
{
    (void)state;
    empty_folder(in_folder("s"));
    empty_folder(folder); /* the folder s too */
    return rmdir(folder);
}

static void copy_golden(const char *from, const char *to)
{
    char path[4096], bytes[4096];
    snprintf(path, sizeof path, "%s/tests/golden/%s", GG_SOURCE_DIR, from);
    FILE *in = fopen(path, "rb"), *out = fopen(in_folder(to), "wb");
    assert_non_null(in);
    assert_non_null(out);
    fwrite(bytes, 1, fread(bytes, 1, sizeof bytes, in), out);
    fclose(in);
    fclose(out);
}

static void sample_is_read(void **state)
{
    (void)state;
    write_sample();
    gg_dataset *d, *again;
    gg_error e = {0};
    if (gg_dataset_read(folder, "s", NULL, &d, &e) != GG_OK)
        fail_msg("%s", e.message);
    assert_string_equal(d->name, folder + 5);
    assert_string_equal(d->split_name, "s");
    assert_int_equal(d->nodes, 8);
    assert_int_equal(d->full->edges, 9);
    assert_int_equal(d->full->cleaned.duplicates, 1);
    assert_int_equal(d->train->edges, 5);
    assert_int_equal(d->train->nodes, 8);
    assert_null(d->features);
    assert_int_equal(d->split.train.u[1], 2); /* in the order and orientation of the file */
    assert_int_equal(d->split.test_neg.count, 3);
    assert_int_equal(strlen(d->sha256), 64);

    /* An absolute split, a folder with a slash, edges in another order: the same data. */
    char slashed[80], split[80];
    snprintf(slashed, sizeof slashed, "%s//", folder);
    snprintf(split, sizeof split, "%s/s", folder);
    write_text("edges.txt", "4 0\n0 1\n1 2\n2 3\n3 4\n4 5\n7 6\n5 6\n7 0\n");
    assert_int_equal(gg_dataset_read(slashed, split, NULL, &again, &e), GG_OK);
    assert_string_equal(again->name, d->name);
    assert_string_equal(again->sha256, d->sha256);
    gg_dataset_free(again);

    /* Other data, other hash: one pair turned, one edge more. */
    write_text("s/valid.txt", "6 5\n");
    assert_int_equal(gg_dataset_read(folder, "s", NULL, &again, &e), GG_OK);
    assert_string_not_equal(again->sha256, d->sha256);
    gg_dataset_free(again);
    write_sample();
    write_text("edges.txt", "4 0\n0 1\n1 2\n2 3\n3 4\n4 5\n7 6\n5 6\n7 0\n1 7\n");
    assert_int_equal(gg_dataset_read(folder, "s", NULL, &again, &e), GG_OK);
    assert_string_not_equal(again->sha256, d->sha256);
    gg_dataset_free(again);
    gg_dataset_free(d);
}

/* The hash of a tiny data set, from its definition: computed with Python's hashlib by
 * golden/make_dataset_hash.py. */
static void hash_is_as_documented(void **state)
{
    (void)state;
    write_sample();
    char path[4096], line[2][80] = {{0}};
    snprintf(path, sizeof path, "%s/tests/golden/dataset_hash.txt", GG_SOURCE_DIR);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line[0], sizeof line[0], f));
    assert_non_null(fgets(line[1], sizeof line[1], f));
    fclose(f);
    for (int k = 0; k < 2; k++) { /* without features, and with */
        gg_dataset *d;
        if (k == 1) {
            copy_golden("npz_f8_stored.npz", "features.npz"); /* 4 rows */
            write_text("edges.txt", "0 1\n1 2\n2 3\n");
            write_text("s/train.txt", "0 1\n");
            write_text("s/valid.txt", "1 2\n");
            write_text("s/valid_neg.txt", "0 3\n");
            write_text("s/test.txt", "2 3\n");
            write_text("s/test_neg.txt", "0 2\n1 3\n");
        }
        assert_int_equal(gg_dataset_read(folder, "s", NULL, &d, NULL), GG_OK);
        assert_memory_equal(d->sha256, line[k], 64);
        assert_int_equal(d->features != NULL, k);
        gg_dataset_free(d);
    }
    gg_dataset none = {.nodes = 0};
    assert_int_equal(gg_dataset_hash(&none, NULL), GG_ERR_STATE);
}

static void refuse(const char *dir, const char *split, const char *features, gg_status code,
                   const char *reason)
{
    gg_dataset *d = NULL;
    gg_error e = {0};
    gg_status s = gg_dataset_read(dir, split, features, &d, &e);
    if (s != code || !strstr(e.message, reason))
        fail_msg("status %d, \"%s\"; expected %d, \"%s\"", (int)s, e.message, (int)code, reason);
    assert_null(d);
}

static void every_violation_has_its_error(void **state)
{
    (void)state;
    static const struct violation {
        const char *file, *text, *reason;
    } all[] = {
        {"s/test.txt", "6 7\n3 4\n",
         "\"3 4\" is both in train.txt (pair 4) and in test.txt (pair 2)"},
        {"s/test.txt", "6 7\n4 3\n",
         "\"3 4\" is both in train.txt (pair 4) and in test.txt (pair 2)"},
        {"s/valid.txt", "1 2\n", "\"1 2\" is both in train.txt (pair 2) and in valid.txt (pair 1)"},
        {"s/test.txt", "6 5\n", "\"5 6\" is both in valid.txt (pair 1) and in test.txt (pair 1)"},
        {"s/test_neg.txt", "2 0\n",
         "\"0 2\" is both in valid_neg.txt (pair 1) and in test_neg.txt"},
        {"s/train.txt", "0 1\n2 1\n0 1\n",
         "/s/train.txt: \"0 1\" is there twice, as pairs 1 and 3"},
        {"s/train.txt", "0 1\n2 1\n1 0\n",
         "/s/train.txt: \"0 1\" is there twice, as pairs 1 and 3"},
        {"s/test_neg.txt", "1 3\n3 1\n", "/s/test_neg.txt: \"1 3\" is there twice"},
        {"s/train.txt", "0 1\n3 3\n", "/s/train.txt: pair 2, \"3 3\", joins a node to itself"},
        {"s/test_neg.txt", "3 3\n", "/s/test_neg.txt: pair 1, \"3 3\", joins a node to itself"},
        {"s/valid.txt", "1 7\n", "/s/valid.txt: pair 1, \"1 7\", is not an edge of the graph"},
        {"s/train.txt", "0 1\n1 9\n", "/s/train.txt: pair 2, \"1 9\", has an id outside the graph"},
        {"s/valid_neg.txt", "7 6\n",
         "/s/valid_neg.txt: pair 1, \"7 6\", is a negative but an edge"},
        {"s/train.txt", "# none\n", "/s/train.txt: no pairs"},
        {"s/valid.txt", "", "/s/valid.txt: no pairs"},
        {"s/test_neg.txt", "\n", "/s/test_neg.txt: no pairs"},
        {"edges.txt", "# none\n", "/edges.txt: no pairs"},
        {"edges.txt", "0 1\n1 x\n", "/edges.txt:2: expected two node ids, found \"1 x\""},
        {"edges.txt", "0 1\n1 2000000000\n", "expected ids numbered from 0"},
        {"s/test.txt", "6\n", "/s/test.txt:1: expected two node ids"},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        write_sample();
        write_text(all[k].file, all[k].text);
        refuse(folder, "s", NULL, GG_ERR_FORMAT, all[k].reason);
    }
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    write_sample();
    refuse(folder, "t", NULL, GG_ERR_IO, "t: found neither here nor in /tmp/gg_data_");
    refuse(folder, "/tmp/none/s", NULL, GG_ERR_IO, "/tmp/none/s/train.txt: cannot open: No such");
    refuse(folder, "s", "x.npz", GG_ERR_IO, "x.npz: found neither here nor in /tmp/gg_data_");
    refuse("/tmp/none", "s", NULL, GG_ERR_IO, "/tmp/none: cannot open: No such");
    refuse(NULL, "s", NULL, GG_ERR_ARGUMENT, "a folder or an edge list is needed");
    char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    refuse(folder, longest, NULL, GG_ERR_ARGUMENT, "the path is too long");
    remove(in_folder("s/test.txt"));
    refuse(folder, "s", NULL, GG_ERR_IO, "/s/test.txt: cannot open: No such file");
    remove(in_folder("edges.txt"));
    refuse(folder, "s", NULL, GG_ERR_IO, "/edges.txt: cannot open: No such file");

    write_sample();
    write_text("features.npz", "no archive");
    refuse(folder, "s", NULL, GG_ERR_FORMAT, "/features.npz: cannot open the zip archive");
    copy_golden("npz_f4_wide.npz", "other.npz"); /* 4 rows for 8 nodes */
    refuse(folder, "s", "other.npz", GG_ERR_FORMAT,
           "/edges.txt:5: expected two node ids, found \"3 4\": there are 4 nodes");
    write_sample();
}

/* From the working directory, and by ".". */
static void relative_names_are_found(void **state)
{
    (void)state;
    write_sample();
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(in_folder("s")), 0);
    gg_dataset *d = NULL;
    gg_error e = {0};
    gg_status s = gg_dataset_read("..", "../s", NULL, &d, &e);
    gg_dataset_free(d);
    d = NULL;
    gg_status here = chdir("..") == 0 ? gg_dataset_read(".", "s", NULL, &d, &e) : GG_ERR_IO;
    assert_int_equal(chdir(before), 0);
    assert_int_equal(s, GG_OK);
    assert_int_equal(here, GG_OK);
    assert_string_equal(d->name, folder + 5);
    gg_dataset_free(d);
}

static void cora_is_read(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/cora", check_data());
    gg_dataset *d;
    gg_error e = {0};
    if (gg_dataset_read(dir, "splits/0", NULL, &d, &e) != GG_OK)
        fail_msg("%s", e.message);
    assert_string_equal(d->name, "cora");
    assert_int_equal(d->nodes, 2708);
    assert_int_equal(d->full->edges, 5278);
    assert_int_equal(d->full->cleaned.self_loops + d->full->cleaned.duplicates, 0);
    assert_int_equal(d->full->cleaned.isolated, 0);
    assert_int_equal(d->train->edges, 3696);
    assert_int_equal(d->train->cleaned.isolated, 217);
    assert_int_equal(d->split.valid.count, 527);
    assert_int_equal(d->split.valid_neg.count, 527);
    assert_int_equal(d->split.test.count, 1055);
    assert_int_equal(d->split.test_neg.count, 1055);
    assert_int_equal(d->features->rows, 2708);
    assert_int_equal(d->features->cols, 1433);
    assert_int_equal(gg_csr_nnz(d->features), 49216);
    int64_t count;
    int32_t *component = malloc(2708 * sizeof *component);
    assert_int_equal(gg_graph_components(d->full, component, &count, NULL), GG_OK);
    assert_int_equal(count, 78);
    free(component);
    gg_csr *c; /* trace(A^3) = sum over edges of common neighbours, both ways: 6 a triangle */
    assert_int_equal(gg_graph_common_neighbors(d->full, &c, NULL), GG_OK);
    double closed = 0;
    for (int32_t i = 0; i < 2708; i++)
        for (int64_t k = c->rowptr[i]; k < c->rowptr[i + 1]; k++)
            if (is_link(d->full, i, c->col[k]))
                closed += gg_csr_value(c, k);
    assert_true(closed == 6 * 1630);
    gg_csr_free(c);
    gg_dataset_free(d);
}

/* ---- the generator ---- */

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

/* ---- memory that runs out ---- */

static gg_status try_read(void *context, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_status s = gg_dataset_read(context, "s", NULL, &d, e);
    gg_dataset_free(d);
    return s;
}

static gg_status try_generate(void *context, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_status s = gg_dataset_generate(context, &d, e);
    gg_dataset_free(d);
    return s;
}

static gg_status try_algebra(void *context, gg_error *e)
{
    const gg_pair_list *p = context;
    gg_graph *g = NULL;
    gg_csr *gcn = NULL, *common = NULL;
    int32_t component[8];
    gg_status s = gg_graph_new(8, p, &g, e);
    if (s == GG_OK)
        s = gg_graph_components(g, component, NULL, e);
    if (s == GG_OK)
        s = gg_graph_gcn_matrix(g, GG_F32, &gcn, e);
    if (s == GG_OK)
        s = gg_graph_common_neighbors(g, &common, e);
    gg_csr_free(gcn);
    gg_csr_free(common);
    gg_graph_free(g);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    write_sample();
    check_every_allocation_fails(try_read, folder);
    write_text("edges.txt", "0 1\n1 2\n2 3\n0 3\n");
    write_text("s/train.txt", "0 1\n");
    write_text("s/valid.txt", "1 2\n");
    write_text("s/valid_neg.txt", "0 2\n");
    write_text("s/test.txt", "2 3\n");
    write_text("s/test_neg.txt", "1 3\n");
    copy_golden("npz_f4_deflated.npz", "features.npz");
    check_every_allocation_fails(try_read, folder);
    gg_citation w = gg_citation_default();
    w.nodes = 50;
    w.edges = 300; /* the lists grow */
    w.words = 40;
    check_every_allocation_fails(try_generate, &w);
    const int32_t uv[][2] = {{0, 1}, {1, 2}, {2, 0}, {5, 6}};
    gg_pair_list p = pairs_of(4, uv);
    check_every_allocation_fails(try_algebra, &p);
    gg_pair_list_free(&p);
    write_sample();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_is_cleaned),
        cmocka_unit_test(gcn_matrix_equals_dense),
        cmocka_unit_test(components_equal_union_find),
        cmocka_unit_test(common_neighbors_equal_counts),
        cmocka_unit_test(sample_is_read),
        cmocka_unit_test(hash_is_as_documented),
        cmocka_unit_test(every_violation_has_its_error),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(relative_names_are_found),
        cmocka_unit_test(cora_is_read),
        cmocka_unit_test(same_seed_same_data),
        cmocka_unit_test(default_graph_looks_like_citations),
        cmocka_unit_test(parameters_take_effect),
        cmocka_unit_test(any_parameters),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
