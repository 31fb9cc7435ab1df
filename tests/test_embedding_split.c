/* No embedding depends on a link held out. Two data sets have the same training links and nothing
 * else in common: the links held out of one are non-links of the other. All that programs make from
 * them before training is the same, bit for bit. */
#include "check_program.h"

#include "graphgrad.h"

#include <math.h>

enum { PEOPLE = 160 };

static const char *const parts[] = {"train", "valid", "valid_neg", "test", "test_neg"};

static void write_pairs(const char *path, const char *mode, const gg_pair_list *pairs)
{
    FILE *file = fopen(in_folder(path), mode);
    assert_non_null(file);
    for (int64_t k = 0; k < pairs->count; k++)
        fprintf(file, "%d %d\n", pairs->u[k], pairs->v[k]);
    fclose(file);
}

static void write_features(const char *path, const gg_csr *x)
{
    FILE *file = fopen(in_folder(path), "w");
    assert_non_null(file);
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%lld %lld %lld\n",
            (long long)x->rows, (long long)x->cols, (long long)gg_csr_nnz(x));
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->rowptr[i]; k < x->rowptr[i + 1]; k++)
            fprintf(file, "%lld %d %g\n", (long long)i + 1, x->col[k] + 1, gg_csr_value(x, k));
    fclose(file);
}

/* A folder of the data; with links and non-links held out in each other's place if turned. */
static void write_folder(const char *name, const gg_dataset *d, bool turned, bool features)
{
    const gg_pair_list *lists[] = {&d->split.train, &d->split.valid, &d->split.valid_neg,
                                   &d->split.test, &d->split.test_neg};
    static const int other[] = {0, 2, 1, 4, 3};
    char path[256];
    mkdir(in_folder(name), 0777);
    snprintf(path, sizeof path, "%s/splits", name);
    mkdir(in_folder(path), 0777);
    snprintf(path, sizeof path, "%s/splits/0", name);
    mkdir(in_folder(path), 0777);
    for (int k = 0; k < 5; k++) {
        const gg_pair_list *list = lists[turned ? other[k] : k];
        snprintf(path, sizeof path, "%s/splits/0/%s.txt", name, parts[k]);
        write_pairs(path, "w", list);
        snprintf(path, sizeof path, "%s/edges.txt", name);
        if (k % 2 == 1 || k == 0)
            write_pairs(path, k ? "a" : "w", list);
    }
    snprintf(path, sizeof path, "%s/features.mtx", name);
    if (features)
        write_features(path, d->features);
}

/* The data sets one and two as above; and three, which lacks a training link. */
static void write_folders(bool features)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d = NULL;
    what.nodes = PEOPLE;
    what.edges = 3 * PEOPLE;
    what.words = 60;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    remove_all(in_folder("one"));
    remove_all(in_folder("two"));
    remove_all(in_folder("three"));
    write_folder("one", d, false, features);
    write_folder("two", d, true, features);
    d->split.train.count--;
    write_folder("three", d, false, features);
    gg_dataset_free(d);
}

typedef struct file {
    char bytes[1 << 18];
    size_t size;
} file;

static void embed(const char *method, const char *split, const char *data, file *out)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--method %s --dim 8 --threads 1 %s --out a.npy %s",
             method, split, data);
    run(arguments);
    out->size = read_file(in_folder("a.npy"), out->bytes, sizeof out->bytes);
    assert_true(out->size > PEOPLE * sizeof(float) && out->size < sizeof out->bytes);
}

static bool same(const file *a, const file *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void check_methods(bool features)
{
    static file one, two, three, whole;
    write_folders(features);
    for (int k = 0; gg_embedding_name(k); k++) {
        const char *method = gg_embedding_name(k);
        bool blind = features && strcmp(method, "features") == 0; /* to all links */
        embed(method, "--split splits/0", "one", &one);
        embed(method, "--split splits/0", "two", &two);
        embed(method, "--split splits/0", "three", &three);
        embed(method, "", "one", &whole);
        if (!same(&one, &two))
            fail_msg("%s depends on the links held out", method);
        if (same(&one, &three) != blind)
            fail_msg("%s does not depend on the training links", method);
        if (same(&one, &whole) != blind)
            fail_msg("%s does not depend on the whole graph's links", method);
    }
}

static void with_features(void **state)
{
    (void)state;
    check_methods(true);
}

static void without_features(void **state)
{
    (void)state;
    check_methods(false);
}

static int set_up(void **state)
{
    (void)state;
    setenv("GRAPHGRAD_CACHE", "", 1);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(with_features, set_up),
        cmocka_unit_test_setup(without_features, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
