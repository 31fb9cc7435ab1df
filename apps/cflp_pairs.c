/* cflp_pairs.c: pairs that a user gives, and nodes by the names that the user knows. */
#include "cflp_report.h"
#include "data_file.h"

/* There is something to say of every pair. */
static gg_status check(const gg_dataset *d, const gg_pair_list *pairs, const char *path,
                       gg_error *e)
{
    char name[GG_NAME_QUOTED];
    if (pairs->count == 0)
        return gg_fail(e, GG_ERR_FORMAT, "%s: no pairs, expected a line 'u v' for each", path);
    for (int64_t k = 0; k < pairs->count; k++)
        if (pairs->u[k] == pairs->v[k])
            return gg_fail(e, GG_ERR_FORMAT, "%s: pair %lld is of a node and itself: %s", path,
                           (long long)k + 1, cflp_node_text(d, pairs->u[k], name));
    return GG_OK;
}

gg_status cflp_read_pairs(const cflp_experiment *x, gg_pair_list *out, gg_error *e)
{
    const gg_dataset *d = x->data;
    char inside[4096];
    const char *path = data_file(x->settings->dataset, x->settings->pairs, inside, sizeof inside);
    gg_status status = d->names ? gg_read_named_pairs(path, d->names, out, e)
                                : gg_read_pairs(path, d->nodes, out, e);
    return status == GG_OK ? check(d, out, path, e) : status;
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
