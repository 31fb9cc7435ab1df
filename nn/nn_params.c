/* The set of parameters: registering, building, finding. */
#include "params.h"
#include "shape.h"

#include <string.h>

gg_status gg_params_new(gg_dtype dtype, gg_params **out, gg_error *e)
{
    gg_params *p = gg_zalloc(1, sizeof *p);
    if (!p)
        return gg_fail(e, GG_ERR_MEMORY, "params: no memory");
    p->dtype = dtype;
    p->nil = gg_tensor_view(dtype, 1, (int64_t[]){1}, NULL);
    *out = p;
    return GG_OK;
}

static void free_list(gg_param_list *list)
{
    for (int64_t k = 0; k < list->count; k++) {
        gg_free(list->entry[k].name);
        gg_free(list->entry[k].tensor);
    }
    gg_free(list->entry);
}

void gg_params_free(gg_params *p)
{
    if (p) {
        free_list(&p->trained);
        free_list(&p->kept);
        gg_free(p->values);
        gg_free(p->grads);
        gg_free(p->buffers);
        gg_free(p);
    }
}

/* ---- registering ---- */

static bool shape_fits(int rank, const int64_t *shape)
{
    return rank >= 1 && rank <= GG_MAX_RANK && gg_checked_numel(rank, shape) >= 0;
}

static gg_status check(gg_params *p, const char *name, int rank, const int64_t *shape,
                       int64_t fan_in)
{
    gg_error *e = &p->error;
    if (!name)
        return gg_fail(e, GG_ERR_ARGUMENT, "params: a name is NULL");
    if (p->built)
        return gg_fail(e, GG_ERR_STATE, "params: '%.255s' is registered after the build", name);
    if (!*name || strlen(name) > GG_PARAM_NAME_MAX)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "params: '%.255s' is no name: expected 1 to %d characters", name,
                       GG_PARAM_NAME_MAX);
    if (gg_params_find(p, name))
        return gg_fail(e, GG_ERR_ARGUMENT, "params: '%s' is registered twice", name);
    if (!shape_fits(rank, shape))
        return gg_fail(e, GG_ERR_SHAPE, "params: '%s' has an impossible shape (rank %d)", name,
                       rank);
    if (fan_in < 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "params: '%s' has the fan-in %lld", name,
                       (long long)fan_in);
    return GG_OK;
}

static bool reserve(gg_param_list *list)
{
    if (list->count < list->capacity)
        return true;
    int64_t capacity = list->capacity ? 2 * list->capacity : 16;
    gg_param *entry = gg_alloc((size_t)capacity, sizeof *entry);
    if (!entry)
        return false;
    if (list->count)
        memcpy(entry, list->entry, (size_t)list->count * sizeof *entry);
    gg_free(list->entry);
    list->entry = entry;
    list->capacity = capacity;
    return true;
}

static gg_tensor *add(gg_params *p, gg_param_list *list, const char *name, int rank,
                      const int64_t *shape, gg_init init, int64_t fan_in)
{
    if (p->error.code || check(p, name, rank, shape, fan_in))
        return &p->nil;
    size_t size = strlen(name) + 1;
    char *copy = gg_alloc(size, 1);
    gg_tensor *x = gg_alloc(1, sizeof *x);
    if (!copy || !x || !reserve(list)) {
        gg_free(copy);
        gg_free(x);
        gg_fail(&p->error, GG_ERR_MEMORY, "params: no memory for '%s'", name);
        return &p->nil;
    }
    memcpy(copy, name, size);
    *x = gg_tensor_view(p->dtype, rank, shape, NULL);
    list->entry[list->count++] = (gg_param){copy, x, init, fan_in};
    return x;
}

gg_tensor *gg_params_add(gg_params *p, const char *name, int rank, const int64_t *shape,
                         gg_init init, int64_t fan_in)
{
    gg_tensor *x = add(p, &p->trained, name, rank, shape, init, fan_in);
    x->requires_grad = x != &p->nil;
    return x;
}

gg_tensor *gg_params_add_buffer(gg_params *p, const char *name, int rank, const int64_t *shape,
                                gg_init init)
{
    return add(p, &p->kept, name, rank, shape, init, 0);
}

/* ---- building ---- */

/* Bytes of a flat array of the list; more than can exist becomes a size that no allocator gives. */
static size_t flat_bytes(const gg_param_list *list)
{
    size_t bytes = 0;
    for (int64_t k = 0; k < list->count; k++) {
        const gg_param *entry = &list->entry[k];
        size_t more = (size_t)gg_param_padded(entry) * gg_dtype_size(entry->tensor->dtype);
        bytes = more > SIZE_MAX / 2 - bytes ? SIZE_MAX / 2 : bytes + more;
    }
    return bytes;
}

static void place(const gg_param_list *list, char *values, char *grads)
{
    size_t at = 0;
    for (int64_t k = 0; k < list->count; k++) {
        gg_tensor *x = list->entry[k].tensor;
        x->data = values + at;
        x->grad = grads ? grads + at : NULL;
        at += (size_t)gg_param_padded(&list->entry[k]) * gg_dtype_size(x->dtype);
    }
}

gg_status gg_params_build(gg_params *p, gg_rng rng, gg_error *e)
{
    if (!p->error.code && p->built)
        return gg_fail(e, GG_ERR_STATE, "params: built twice");
    if (p->error.code)
        return gg_fail(e, p->error.code, "%s", p->error.message);
    size_t bytes = flat_bytes(&p->trained), buffer_bytes = flat_bytes(&p->kept);
    char *values = gg_zalloc(bytes, 1), *grads = gg_zalloc(bytes, 1);
    char *buffers = gg_zalloc(buffer_bytes, 1);
    if (!values || !grads || !buffers) {
        gg_free(values);
        gg_free(grads);
        gg_free(buffers);
        return gg_fail(e, GG_ERR_MEMORY, "params: no memory for %lld elements",
                       (long long)gg_params_numel(p));
    }
    place(&p->trained, values, grads);
    place(&p->kept, buffers, NULL);
    p->values = values;
    p->grads = grads;
    p->bytes = bytes;
    p->buffers = buffers;
    p->buffer_bytes = buffer_bytes;
    p->built = true;
    gg_params_reset(p, "", rng);
    return GG_OK;
}

/* ---- all or some of them ---- */

static void reset_list(const gg_param_list *list, const char *prefix, gg_rng rng)
{
    for (int64_t k = 0; k < list->count; k++)
        if (gg_param_starts(&list->entry[k], prefix))
            gg_param_draw(&list->entry[k], rng);
}

void gg_params_reset(gg_params *p, const char *prefix, gg_rng rng)
{
    if (p->built) {
        reset_list(&p->trained, prefix, rng);
        reset_list(&p->kept, prefix, rng);
    }
}

void gg_params_freeze(gg_params *p, const char *prefix, bool frozen)
{
    for (int64_t k = 0; k < p->trained.count; k++)
        if (gg_param_starts(&p->trained.entry[k], prefix))
            p->trained.entry[k].tensor->requires_grad = !frozen;
}

void gg_params_zero_grad(gg_params *p)
{
    if (p->built)
        memset(p->grads, 0, p->bytes);
}

int64_t gg_params_count(const gg_params *p)
{
    return p->trained.count;
}

int64_t gg_params_numel(const gg_params *p)
{
    int64_t n = 0;
    for (int64_t k = 0; k < p->trained.count; k++)
        n += gg_numel(p->trained.entry[k].tensor);
    return n;
}

gg_tensor *gg_params_at(const gg_params *p, int64_t k, const char **name)
{
    if (k < 0 || k >= p->trained.count)
        return NULL;
    if (name)
        *name = p->trained.entry[k].name;
    return p->trained.entry[k].tensor;
}

static gg_tensor *find(const gg_param_list *list, const char *name)
{
    for (int64_t k = 0; k < list->count; k++)
        if (strcmp(list->entry[k].name, name) == 0)
            return list->entry[k].tensor;
    return NULL;
}

gg_tensor *gg_params_find(const gg_params *p, const char *name)
{
    gg_tensor *x = find(&p->trained, name);
    return x ? x : find(&p->kept, name);
}
