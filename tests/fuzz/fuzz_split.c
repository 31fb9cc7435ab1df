/*
 * gg_split_read and gg_dataset_read. The input is six files with '|' between: edges, then the sets
 * of a split in their order. The data set is a folder with numbers, or, if the first byte is 'n',
 * an edge list with names. A split that is read obeys the rules, and is written and read back the
 * same.
 */
#include "fuzz.h"

#include <sys/stat.h>
#include <unistd.h>

#include "dataset.h"

static void write_files(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"edges.txt",       "s/train.txt", "s/valid.txt",
                                        "s/valid_neg.txt", "s/test.txt",  "s/test_neg.txt"};
    mkdir(fuzz_path("s"), 0777);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const uint8_t *bar = k < 5 && size ? memchr(data, '|', size) : NULL;
        size_t length = bar ? (size_t)(bar - data) : size;
        fuzz_file(names[k], data, length);
        data += length + !!bar;
        size -= length + !!bar;
    }
}

static bool same_pair(const gg_pair_list *a, int64_t i, const gg_pair_list *b, int64_t j)
{
    return (a->u[i] == b->u[j] && a->v[i] == b->v[j]) || (a->u[i] == b->v[j] && a->v[i] == b->u[j]);
}

static void check_rules(const gg_dataset *d)
{
    for (int set = 0; set < GG_SETS; set++) {
        const gg_pair_list *p = gg_set_of(&d->split, set);
        bool links = set == 0 || set == 1 || set == 3;
        FUZZ_REQUIRE(p->count > 0);
        for (int64_t k = 0; k < p->count; k++) {
            FUZZ_REQUIRE(p->u[k] >= 0 && p->v[k] >= 0 && p->u[k] < d->nodes && p->v[k] < d->nodes);
            FUZZ_REQUIRE(p->u[k] != p->v[k]);
            FUZZ_REQUIRE(gg_csr_has(d->full->adjacency, p->u[k], p->v[k]) == links);
            for (int other = 0; other <= set; other++) {
                const gg_pair_list *q = gg_set_of(&d->split, other);
                for (int64_t j = 0; j < (other == set ? k : q->count); j++)
                    FUZZ_REQUIRE(!same_pair(p, k, q, j));
            }
        }
    }
    FUZZ_REQUIRE(d->train->edges == d->split.train.count);
}

static void check_round_trip(const gg_dataset *d)
{
    char dir[256];
    gg_split again = {.train = {0}};
    gg_error e = {0};
    strcpy(dir, fuzz_path("out"));
    FUZZ_REQUIRE(gg_split_write(dir, &d->split, d->names, &e) == GG_OK);
    if (fuzz_read_again(gg_split_read(dir, d->nodes, d->names, &again, &e), &e))
        for (int set = 0; set < GG_SETS; set++) {
            const gg_pair_list *p = gg_set_of(&d->split, set), *q = gg_set_of(&again, set);
            FUZZ_REQUIRE(p->count == q->count);
            for (int64_t k = 0; k < p->count; k++)
                FUZZ_REQUIRE(p->u[k] == q->u[k] && p->v[k] == q->v[k]);
        }
    gg_split_free(&again);
    for (int set = 0; set < GG_SETS; set++) {
        char name[64];
        snprintf(name, sizeof name, "out/%s.txt", gg_set_names[set]);
        unlink(fuzz_path(name));
    }
    rmdir(dir);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    char path[256];
    gg_dataset *d = NULL;
    gg_error e = {0};
    if (size == 0 || size > 4096) /* check_rules compares every two pairs */
        return;
    bool named = data[0] == 'n';
    write_files(data + named, size - named);
    strcpy(path, fuzz_path(named ? "edges.txt" : "."));
    if (fuzz_read(gg_dataset_read(path, "s", NULL, &d, &e), &e)) {
        check_rules(d);
        check_round_trip(d);
    }
    gg_dataset_free(d);
}
