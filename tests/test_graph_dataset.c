/* Data sets in a folder: read, hashed, refused. */
#include "check_files.h"
#include "check_graph.h"

#include <sys/stat.h>

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

static int enter_sample(void **state)
{
    if (enter_folder(state) != 0 || mkdir(in_folder("s"), 0777) != 0)
        return -1;
    write_sample();
    return 0;
}

static void copy_golden(const char *from, const char *to)
{
    char bytes[4096];
    write_file(to, bytes, read_file(golden(from), bytes, sizeof bytes));
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
    char line[2][80] = {{0}};
    FILE *f = fopen(golden("dataset_hash.txt"), "r");
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
    refuse(folder, "t", NULL, GG_ERR_IO, "t: found neither here nor in /tmp/gg_files_");
    refuse(folder, "/tmp/none/s", NULL, GG_ERR_IO, "/tmp/none/s/train.txt: cannot open: No such");
    refuse(folder, "s", "x.npz", GG_ERR_IO, "x.npz: found neither here nor in /tmp/gg_files_");
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

static gg_status try_read(void *context, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_status s = gg_dataset_read(context, "s", NULL, &d, e);
    gg_dataset_free(d);
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
    write_sample();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_is_read),
        cmocka_unit_test(hash_is_as_documented),
        cmocka_unit_test(every_violation_has_its_error),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(relative_names_are_found),
        cmocka_unit_test(cora_is_read),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_sample, leave_folder);
}
