/* gg_read_pairs. What is read has ids in range, and its text reads back the same. */
#include "fuzz.h"

static void check_round_trip(const gg_pair_list *p)
{
    gg_pair_list again = {0};
    gg_error e = {0};
    FILE *file = fuzz_open("again.txt");
    for (int64_t k = 0; k < p->count; k++)
        fprintf(file, "%d %d\n", p->u[k], p->v[k]);
    FUZZ_REQUIRE(fclose(file) == 0);
    if (fuzz_read_again(gg_read_pairs(fuzz_path("again.txt"), -1, &again, &e), &e)) {
        FUZZ_REQUIRE(again.count == p->count);
        for (int64_t k = 0; k < p->count; k++)
            FUZZ_REQUIRE(again.u[k] == p->u[k] && again.v[k] == p->v[k]);
    }
    gg_pair_list_free(&again);
}

/* With a number of nodes: the same pairs, or a refusal if one is not in range. */
static void check_range(const gg_pair_list *p, int64_t nodes)
{
    gg_pair_list few = {0};
    gg_error e = {0};
    bool inside = true;
    for (int64_t k = 0; k < p->count; k++) {
        FUZZ_REQUIRE(p->u[k] >= 0 && p->v[k] >= 0);
        inside = inside && p->u[k] < nodes && p->v[k] < nodes;
    }
    gg_status s = gg_read_pairs(fuzz_path("pairs.txt"), nodes, &few, &e);
    fuzz_read(s, &e);
    FUZZ_REQUIRE(s == GG_ERR_MEMORY || (s == GG_OK) == inside);
    FUZZ_REQUIRE(few.count == (s == GG_OK ? p->count : 0));
    gg_pair_list_free(&few);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    gg_pair_list p = {0};
    gg_error e = {0};
    if (fuzz_read(gg_read_pairs(fuzz_file("pairs.txt", data, size), -1, &p, &e), &e)) {
        check_range(&p, 100);
        check_round_trip(&p);
    } else {
        FUZZ_REQUIRE(p.count == 0);
    }
    gg_pair_list_free(&p);
}
