/* gg_read_edge_list. Names ascend and are found; the list, written anew under a header, reads back
 * the same. */
#include "fuzz.h"

#include "names.h"

static void put_name(FILE *file, const gg_names *names, int32_t node)
{
    char text[GG_NAME_QUOTED];
    if (names) {
        gg_name_quote(gg_name(names, node), text);
        fputs(text, file);
    } else {
        fprintf(file, "%d", node);
    }
}

/* A header is noticed because its words name no node. */
static void write_list(const gg_pair_list *p, const gg_names *names)
{
    FILE *file = fuzz_open("again.tsv");
    fprintf(file, "source\ttarget\n");
    for (int64_t k = 0; k < p->count; k++) {
        put_name(file, names, p->u[k]);
        fputc('\t', file);
        put_name(file, names, p->v[k]);
        fputc('\n', file);
    }
    FUZZ_REQUIRE(fclose(file) == 0);
}

static void check_names(const gg_names *names, int64_t nodes)
{
    FUZZ_REQUIRE(!names || names->count == nodes);
    for (int32_t i = 0; names && i < nodes; i++) {
        int64_t before, here;
        FUZZ_REQUIRE(gg_names_find(names, gg_name(names, i)) == i);
        if (i == 0)
            continue;
        if (names->numbers)
            FUZZ_REQUIRE(gg_parse_integer(gg_name(names, i - 1), &before) &&
                         gg_parse_integer(gg_name(names, i), &here) && before < here);
        else
            FUZZ_REQUIRE(strcmp(gg_name(names, i - 1), gg_name(names, i)) < 0);
    }
}

static void check_round_trip(const gg_pair_list *p, int64_t nodes, const gg_names *names)
{
    gg_pair_list again = {0};
    gg_names *same = NULL;
    int64_t count = 0;
    gg_error e = {0};
    if (p->count == 0 ||
        (names && !names->numbers &&
         (gg_names_find(names, "source") >= 0 || gg_names_find(names, "target") >= 0)))
        return;
    write_list(p, names);
    gg_status s = gg_read_edge_list(fuzz_path("again.tsv"), &again, &count, &same, NULL, &e);
    if (fuzz_read_again(s, &e)) {
        FUZZ_REQUIRE(count == nodes && again.count == p->count && !same == !names);
        for (int64_t k = 0; k < p->count; k++)
            FUZZ_REQUIRE(again.u[k] == p->u[k] && again.v[k] == p->v[k]);
        for (int32_t i = 0; names && i < nodes; i++)
            FUZZ_REQUIRE(strcmp(gg_name(names, i), gg_name(same, i)) == 0);
    }
    gg_pair_list_free(&again);
    gg_names_free(same);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    gg_pair_list p = {0};
    gg_names *names = NULL;
    int64_t nodes = -1;
    gg_error e = {0};
    gg_status s =
        gg_read_edge_list(fuzz_file("list.csv", data, size), &p, &nodes, &names, NULL, &e);
    if (fuzz_read(s, &e)) {
        for (int64_t k = 0; k < p.count; k++)
            FUZZ_REQUIRE(p.u[k] >= 0 && p.v[k] >= 0 && p.u[k] < nodes && p.v[k] < nodes);
        check_names(names, nodes);
        check_round_trip(&p, nodes, names);
    } else {
        FUZZ_REQUIRE(!p.u && !names && nodes == -1);
    }
    gg_names_free(names);
    gg_pair_list_free(&p);
}
