/* cflp_train: what it reads: folders, edge lists, embeddings, and what it says of wrong ones. */
#include "check_cflp_train.h"

#include "graph.h"

#include <math.h>

static void wrong_edges(void **state)
{
    (void)state;
    unlink(in_folder("data/edges.txt"));
    refuse(ON_DATA, 1, "edges.txt: |No such file");
    write_text("data/edges.txt", "");
    refuse(ON_DATA, 1, "edges.txt: ");
    write_text("data/edges.txt", "# one column\n0 1\n7\n");
    refuse(ON_DATA, 1, "edges.txt:3: |expected");
    write_text("data/edges.txt", "0 1\nsix 7\n");
    refuse(ON_DATA, 1, "edges.txt:2: |six");
    write_text("data/edges.txt", "0 1\n1 -2\n");
    refuse(ON_DATA, 1, "edges.txt:2: |-2");
    write_text("data/edges.txt", "0 1\n1 2\n3 24\n");
    refuse(ON_DATA, 1, "edges.txt:3: |24");
}

static void wrong_features(void **state)
{
    (void)state;
    write_features(300);
    refuse(ON_DATA, 1, "features.npz: ");
    write_features(0);
    refuse(ON_DATA, 1, "features.npz: ");
    unlink(in_folder("data/features.npz"));
    refuse(ON_DATA " --features other.npz", 1, "other.npz: ");
}

static void wrong_split(void **state)
{
    (void)state;
    refuse(ON_DATA " --split splits/7", 1, "splits/7: ");
    write_text("data/splits/0/test.txt", "0 1\n");
    refuse(ON_DATA, 1, "splits/0: |\"0 1\"|train.txt|test.txt");
    unlink(in_folder("data/splits/0/test.txt"));
    refuse(ON_DATA, 1, "splits/0/test.txt: |No such file");
}

static void wrong_dataset(void **state)
{
    (void)state;
    refuse(QUICK "--json results/out.json nowhere", 1, "nowhere: |No such file");
    write_text("data/list.csv", "a,b\nb;c\n");
    refuse(QUICK "--json results/out.json data/list.csv", 1, "list.csv:2: expected");
    refuse("data data", 2, "expected one DATASET");
    refuse("--split splits/0", 2, "--split: |DATASET");
}

static void wrong_embedding(void **state)
{
    (void)state;
    gg_tensor *x;
    int64_t shape[] = {23, 4};
    refuse(ON_DATA " --embedding none.npy", 1, "none.npy: ");
    assert_int_equal(gg_tensor_new(GG_F32, 2, shape, &x, NULL), GG_OK);
    assert_int_equal(gg_write_npy(in_folder("data/short.npy"), x, NULL), GG_OK);
    gg_tensor_free(x);
    refuse(ON_DATA " --embedding short.npy", 1, "short.npy: |expected|24 rows|(23x4)");
}

/* An edge list with names, split at random; the saved split gives the same numbers. */
static void edge_list_with_names(void **state)
{
    (void)state;
    FILE *f = fopen(in_folder("friends.csv"), "w");
    assert_non_null(f);
    fprintf(f, "source,target,weight\n");
    for (int i = 0; i < 30; i++)
        for (int step = 1; step <= 3; step++)
            fprintf(f, "n%02d,n%02d,1\n", i, (i + step) % 30);
    fclose(f);
    run(QUICK "--json results/a.json --save-split results/split friends.csv");
    assert_contains(output, "Graph      friends: 30 nodes (0 isolated), 90 links");
    assert_contains(output, "(one-hot degrees)");
    assert_contains(output, "Split      seed 1: 63 links to train on, 9 to validate, 18 to test");
    run(QUICK "--json results/b.json --split results/split friends.csv");
    json_t *json[] = {read_json("results/a.json"), read_json("results/b.json")};
    assert_true(json_equal(json_object_get(json[0], "mean"), json_object_get(json[1], "mean")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(json[0], "data"), "sha256")),
        json_string_value(json_object_get(json_object_get(json[1], "data"), "sha256")));
    json_decref(json[0]);
    json_decref(json[1]);
    check_exit(QUICK "--save-split results/split friends.csv", 1);
    assert_contains(errors, "results/split: ");
    remove_all(in_folder("results"));
}

/* One that is mistyped makes names of all numbers. */
static void one_odd_name(void **state)
{
    (void)state;
    FILE *f = fopen(in_folder("typo.txt"), "w");
    for (int i = 0; i < 24; i++)
        for (int step = 1; step <= 2; step++)
            fprintf(f, "%d %d%s 0.5\n", i, (i + step) % 24, i == 7 && step == 1 ? "x" : "");
    fclose(f);
    run(QUICK "--treatment commn:1 typo.txt");
    assert_contains(output, "\n           nodes go by names, since '8x' in line 15 is no integer\n"
                            "           not read: what stands behind the first two of 3 columns\n");
}

/* Files that belong to an edge list are looked up where it is. */
static void files_beside_an_edge_list(void **state)
{
    (void)state;
    assert_int_equal(rename(in_folder("data/edges.txt"), in_folder("data/list.txt")), 0);
    write_text("data/z.npy", "no array");
    refuse("--quiet --embedding z.npy data/list.txt", 1, "data/z.npy: ");
    refuse("--quiet --embedding y.npy data/list.txt", 1, "y.npy: found neither here nor in data");
    assert_int_equal(rename(in_folder("data/list.txt"), in_folder("list.txt")), 0);
    refuse("--quiet --embedding y.npy list.txt", 1, "y.npy: found neither here nor in .");
}

static void embedding_files(void **state)
{
    (void)state;
    gg_tensor *x;
    int64_t shape[] = {24, 2};
    assert_int_equal(gg_tensor_new(GG_F32, 2, shape, &x, NULL), GG_OK);
    for (int64_t i = 0; i < 48; i++)
        gg_set(x, i, sin(0.13 * (double)i));
    assert_int_equal(gg_write_npy(in_folder("data/own.npy"), x, NULL), GG_OK);
    gg_tensor_free(x);
    run(QUICK "--embedding own.npy --match official data");
    assert_contains(output, "own.npy was made from the training");
    run(QUICK "--embedding own.npy --match official-distinct data");
    assert_contains(output, "Matching   official-distinct on own.npy");
    run(QUICK "--quiet --gamma 100 --match-self data");
    assert_null(strstr(output, "Note: these numbers"));
    assert_null(strstr(output, "Graph"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wrong_edges, set_up),
        cmocka_unit_test_setup(wrong_features, set_up),
        cmocka_unit_test_setup(wrong_split, set_up),
        cmocka_unit_test_setup(wrong_dataset, set_up),
        cmocka_unit_test_setup(wrong_embedding, set_up),
        cmocka_unit_test_setup(edge_list_with_names, set_up),
        cmocka_unit_test_setup(one_odd_name, set_up),
        cmocka_unit_test_setup(files_beside_an_edge_list, set_up),
        cmocka_unit_test_setup(embedding_files, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
