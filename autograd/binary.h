/*
 * binary.h (internal): the forward pass of y = a OPERATOR b, broadcast, for a file that defines
 * OPERATOR and includes this where its kernels are (each_real.h): FN(binary_forward). Backward
 * finds the plan of the broadcast in n->saved.
 */
GG_SIMD static void FN(binary_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_broadcast *p = n->saved;
    bool vector_a = p->stride[0][0] != 0, vector_b = p->stride[1][0] != 0;
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(p, at, end, offset);
        const real *a = (const real *)n->in[0]->data + offset[0];
        const real *b = (const real *)n->in[1]->data + offset[1];
        real *y = (real *)n->out->data + at;
        if (vector_a && vector_b)
            for (int64_t i = 0; i < count; i++)
                y[i] = a[i] OPERATOR b[i];
        else if (vector_a)
            for (int64_t i = 0; i < count; i++)
                y[i] = a[i] OPERATOR b[0];
        else
            for (int64_t i = 0; i < count; i++)
                y[i] = a[0] OPERATOR b[i];
    }
}

static void FN(binary_forward)(gg_node *n)
{
    gg_broadcast *plan = gg_node_alloc(n, 1, sizeof *plan);
    if (!plan)
        return;
    *plan = gg_broadcast_plan(n);
    n->saved = plan;
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(binary_block), n);
}
