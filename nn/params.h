/* params.h (internal): what a set of parameters is made of. */
#ifndef GG_PARAMS_H
#define GG_PARAMS_H

#include "nn.h"

#include <string.h>

/* Every parameter starts on a cache line of its own in the flat arrays; the gaps are zero in values
 * and gradients alike, so norms and optimizers may run over them. */
#define GG_PARAMS_ALIGN 64

/* Names have at most so many characters. A layer writes a parameter's name into GG_PARAM_NAME_SIZE
 * characters: one that had to be cut is still too long, and refused. */
#define GG_PARAM_NAME_MAX 255
#define GG_PARAM_NAME_SIZE (GG_PARAM_NAME_MAX + 2)

typedef struct gg_param {
    char *name;
    gg_tensor *tensor; /* what the layers hold; allocated on its own, so that it never moves */
    gg_init init;
    int64_t fan_in;
} gg_param;

typedef struct gg_param_list {
    gg_param *entry;
    int64_t count, capacity;
} gg_param_list;

struct gg_params {
    gg_dtype dtype;
    gg_param_list trained, kept; /* parameters; buffers */
    char *values, *grads;        /* of all parameters, in order of registration */
    size_t bytes;                /* of each of the two */
    char *buffers;
    size_t buffer_bytes;
    gg_tensor
        nil; /* what registering returns after an error: without data, so that ops refuse it */
    gg_error error; /* the first one of registering */
    bool built;
};

/* Elements of a parameter together with the zeros behind it: whole cache lines. */
static inline int64_t gg_param_padded(const gg_param *p)
{
    int64_t line = GG_PARAMS_ALIGN / (int64_t)gg_dtype_size(p->tensor->dtype);
    return (gg_numel(p->tensor) + line - 1) / line * line;
}

/* Whether a parameter's name starts with prefix. */
static inline bool gg_param_starts(const gg_param *p, const char *prefix)
{
    return strncmp(p->name, prefix, strlen(prefix)) == 0;
}

/* Whether the snapshot is of parameters of this size: of others take and restore do nothing. */
bool gg_snapshot_fits(const gg_snapshot *s, const gg_params *p);

/* Draws the initial value of one parameter or buffer from its own stream of rng (nn_init.c). */
void gg_param_draw(const gg_param *p, gg_rng rng);

#endif
