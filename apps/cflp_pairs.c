/* cflp_pairs.c: pairs that a user gives, and nodes by the names that the user knows. */
#include "cflp_report.h"
#include "data_file.h"

gg_status cflp_read_pairs(const cflp_experiment *x, gg_pair_list *out, gg_error *e)
{
    const gg_dataset *d = x->data;
    char inside[4096];
    const char *path = data_file(x->settings->dataset, x->settings->pairs, inside, sizeof inside);
    return d->names ? gg_read_named_pairs(path, d->names, out, e)
                    : gg_read_pairs(path, d->nodes, out, e);
}

const char *cflp_node_text(const gg_dataset *d, int32_t node, char text[GG_NAME_QUOTED])
{
    if (node < 0)
        snprintf(text, GG_NAME_QUOTED, "-");
    else if (d->names)
        gg_name_quote(gg_name(d->names, node), text);
    else
        snprintf(text, GG_NAME_QUOTED, "%d", node);
    return text;
}
