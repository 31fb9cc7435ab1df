/* tape.h (internal): what a tape is made of. */
#ifndef GG_TAPE_H
#define GG_TAPE_H

#include "autograd.h"

/* Memory that only grows, given back all at once or down to a mark. */
typedef struct gg_chunk {
    char *base;
    size_t size, used;
} gg_chunk;

#define GG_CHUNKS 48 /* each as large as all before it together: never the limit */
typedef struct gg_arena {
    gg_chunk chunk[GG_CHUNKS];
    size_t chunks, current;
    size_t joined; /* what the next first chunk must hold: all that was needed before a reset */
} gg_arena;

void *gg_arena_alloc(gg_arena *a, size_t bytes); /* 64-byte aligned; NULL when memory is out */
void gg_arena_release(gg_arena *a, size_t chunk, size_t used);
void gg_arena_reset(gg_arena *a); /* empties it; of several chunks, one comes next time */
void gg_arena_free(gg_arena *a);
bool gg_arena_holds(const gg_arena *a, const void *p);
/* Whether p was allocated when the arena was filled so far. */
bool gg_arena_behind(const gg_arena *a, const void *p, size_t chunk, size_t used);
size_t gg_arena_bytes(const gg_arena *a);

/* A slice's own accumulators for the gradients of parameters, which lie one behind another in
 * [base, base + bytes). A buffer is fresh until its first use. */
typedef struct gg_slice_grads {
    const char *base;
    size_t bytes;
    char *grads;           /* bytes long, like [base, base + bytes) */
    int64_t count;         /* parameters, */
    const size_t *offsets; /* their places, ascending, */
    bool *touched;         /* and whether the slice has a gradient for them */
} gg_slice_grads;

/* A gradient's memory that backward is done with, linked through its own first bytes. */
typedef struct gg_spent {
    struct gg_spent *next;
    size_t bytes;
} gg_spent;

struct gg_tape {
    gg_dtype dtype;
    int threads;
    bool training, recording;
    gg_arena arena;
    gg_arena kept; /* gradients of leaves from before the mark: releasing it does not end them */
    size_t mark_chunk, mark_used; /* the arena's fill at the latest mark */
    gg_spent *spent;              /* of the arena: for the next gradients of the same size */
    gg_node *last;                /* recorded nodes, linked from the latest back */
    int64_t nodes;
    gg_error error;
    gg_tensor nil;
    double nil_data;

    /* On the tape of a tile (nn_microbatch.c): */
    const gg_tensor *shared;     /* the leaf that all tiles read; backward into it is postponed, */
    gg_arena *deferred;          /* with what it needs kept here, */
    gg_node *postponed;          /* in this list, linked from the latest back */
    const gg_slice_grads *slice; /* where gradients of parameters are added up instead */
};

#endif
