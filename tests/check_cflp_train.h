/* check_cflp_train.h: what the tests of the program cflp_train share: a little graph in the test's
 * folder, and settings that train on it in no time. */
#ifndef GG_CHECK_CFLP_TRAIN_H
#define GG_CHECK_CFLP_TRAIN_H

#include "check_program.h"

#define QUICK "--hidden 8 --epochs 3 --epochs-ft 2 --embedding features "
#define ON_DATA QUICK "--json results/out.json data"

/* Features of the first `size` bytes of the golden file. */
static inline void write_features(size_t size)
{
    static char bytes[1 << 16];
    size_t count = read_file(golden("cflp_train_features.npz"), bytes, sizeof bytes);
    write_file("data/features.npz", bytes, size < count ? size : count);
}

/* A ring of 24 nodes, each linked with the next two: 48 links, 4 of them for validation, 8 for
 * testing. The non-links go across the ring. */
static inline void write_data(void)
{
    FILE *edges = fopen(in_folder("data/edges.txt"), "w");
    FILE *train = fopen(in_folder("data/splits/0/train.txt"), "w");
    FILE *valid = fopen(in_folder("data/splits/0/valid.txt"), "w");
    FILE *test = fopen(in_folder("data/splits/0/test.txt"), "w");
    FILE *valid_neg = fopen(in_folder("data/splits/0/valid_neg.txt"), "w");
    FILE *test_neg = fopen(in_folder("data/splits/0/test_neg.txt"), "w");
    assert_true(edges && train && valid && test && valid_neg && test_neg);
    fprintf(edges, "# a ring\n");
    for (int i = 0; i < 24; i++) {
        for (int step = 1; step <= 2; step++) {
            fprintf(edges, "%d %d\n", i, (i + step) % 24);
            FILE *part = step == 1 ? train : i % 6 == 1 ? valid : i % 3 == 0 ? test : train;
            fprintf(part, "%d %d\n", i, (i + step) % 24);
        }
        if (i % 6 == 0 || i % 3 == 1)
            fprintf(i % 6 == 0 ? valid_neg : test_neg, "%d %d\n", i, (i + 9) % 24);
    }
    fclose(edges), fclose(train), fclose(valid), fclose(test), fclose(valid_neg), fclose(test_neg);
    write_features(SIZE_MAX);
}

static inline int set_up(void **state)
{
    (void)state;
    mkdir(in_folder("data"), 0777);
    mkdir(in_folder("data/splits"), 0777);
    mkdir(in_folder("data/splits/0"), 0777);
    mkdir(in_folder("results"), 0777);
    write_data();
    write_text("results/out.json", "keep me\n");
    unsetenv("OMP_NUM_THREADS");
    setenv("GRAPHGRAD_CACHE", "", 1); /* nothing that an earlier run made */
    return 0;
}

/* The results folder holds out.json as it was, and nothing else. */
static inline void check_nothing_written(void)
{
    char text[64];
    read_text("results/out.json", text, sizeof text);
    assert_string_equal(text, "keep me\n");
    DIR *dir = opendir(in_folder("results"));
    int files = 0;
    while (readdir(dir))
        files++;
    closedir(dir);
    assert_int_equal(files, 3); /* with . and .. */
}

/* Fails as it should, and leaves the results folder alone. */
static inline void refuse(const char *arguments, int code, const char *reason)
{
    check_refusal(arguments, code, reason);
    check_nothing_written();
}

#endif
