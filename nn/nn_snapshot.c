/* A copy of all parameters and buffers: two flat arrays, so two memcpy. */
#include "params.h"

#include <string.h>

struct gg_snapshot {
    char *values, *buffers;
    size_t bytes, buffer_bytes;
};

gg_status gg_snapshot_new(const gg_params *p, gg_snapshot **out, gg_error *e)
{
    if (!p->built)
        return gg_fail(e, GG_ERR_STATE, "snapshot: the parameters are not built");
    gg_snapshot *s = gg_zalloc(1, sizeof *s);
    if (s) {
        s->values = gg_alloc(p->bytes, 1);
        s->buffers = gg_alloc(p->buffer_bytes, 1);
    }
    if (!s || !s->values || !s->buffers) {
        gg_snapshot_free(s);
        return gg_fail(e, GG_ERR_MEMORY, "snapshot: no memory for %lld elements",
                       (long long)gg_params_numel(p));
    }
    s->bytes = p->bytes;
    s->buffer_bytes = p->buffer_bytes;
    gg_snapshot_take(s, p);
    *out = s;
    return GG_OK;
}

bool gg_snapshot_fits(const gg_snapshot *s, const gg_params *p)
{
    return p->built && s->bytes == p->bytes && s->buffer_bytes == p->buffer_bytes;
}

void gg_snapshot_take(gg_snapshot *s, const gg_params *p)
{
    if (gg_snapshot_fits(s, p)) {
        memcpy(s->values, p->values, s->bytes);
        memcpy(s->buffers, p->buffers, s->buffer_bytes);
    }
}

void gg_snapshot_restore(const gg_snapshot *s, gg_params *p)
{
    if (gg_snapshot_fits(s, p)) {
        memcpy(p->values, s->values, s->bytes);
        memcpy(p->buffers, s->buffers, s->buffer_bytes);
    }
}

void gg_snapshot_free(gg_snapshot *s)
{
    if (s) {
        gg_free(s->values);
        gg_free(s->buffers);
        gg_free(s);
    }
}
