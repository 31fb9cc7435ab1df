/* Dropout of a sparse matrix's entries, as Kipf and Welling's program drops input features. The
 * values are dropped as a dense vector of them would be; the places stay those of the source. */
#include "autograd.h"
#include "tape.h"

#define GG_SOURCE "op_dropout_sparse.c"
#include "each_real.h"

#ifdef real

/* The values in the order of the transpose. */
static void FN(transpose_values)(const gg_csr *x, const void *values, void *to)
{
    const real *from = values;
    real *transposed = to;
    for (int64_t k = 0; k < gg_csr_nnz(x); k++)
        transposed[x->transposed[k]] = from[k];
}

#else

/* A matrix and its transpose, which point at each other. */
typedef struct both_ways {
    gg_csr forward, back;
} both_ways;

static const gg_csr *with_values(gg_tape *t, const gg_csr *x, void *values)
{
    size_t size = (size_t)gg_csr_nnz(x) * gg_dtype_size(gg_tape_dtype(t));
    both_ways *b = gg_arena_alloc(&t->arena, sizeof *b);
    void *transposed = gg_arena_alloc(&t->arena, size);
    if (!b || !transposed) {
        gg_tape_fail(t, GG_ERR_MEMORY, "dropout_sparse: no memory");
        return x;
    }
    if (gg_tape_dtype(t) == GG_F32)
        transpose_values_f32(x, values, transposed);
    else
        transpose_values_f64(x, values, transposed);
    b->forward = *x;
    b->forward.values = values;
    b->forward.transpose = &b->back;
    b->back = *x->transpose;
    b->back.values = transposed;
    b->back.transpose = &b->forward;
    b->forward.dtype = b->back.dtype = gg_tape_dtype(t);
    return &b->forward;
}

const gg_csr *gg_dropout_sparse(gg_tape *t, const gg_csr *x, double p, gg_rng rng)
{
    if (!x) {
        gg_tape_fail(t, GG_ERR_ARGUMENT, "dropout_sparse: there is no sparse matrix");
        return x;
    }
    int64_t count = gg_csr_nnz(x);
    if (x->values && x->dtype != gg_tape_dtype(t)) {
        gg_tape_fail(t, GG_ERR_SHAPE,
                     "dropout_sparse: the sparse matrix is %s, the tape %s (gg_csr_cast converts)",
                     x->dtype == GG_F32 ? "f32" : "f64", x->dtype == GG_F32 ? "f64" : "f32");
        return x;
    }
    gg_tensor values = gg_tensor_view(gg_tape_dtype(t), 1, &count, x->values);
    gg_tensor *all = x->values ? &values : gg_full(t, 1, &count, 1);
    gg_tensor *kept = gg_dropout(t, all, p, rng, 0);
    return gg_tape_status(t, NULL) || kept == all ? x : with_values(t, x, kept->data);
}

#endif
