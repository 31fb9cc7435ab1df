/* Playing the tape back. */
#include "tape.h"
#include "parallel.h"

#include <string.h>

/* Where the gradient of a leaf is added up: its own buffer; on a tile's tape, which shares its
 * leaves with other threads, the slice's. */
static void *leaf_grad(gg_node *n, const gg_tensor *x, bool *fresh)
{
    gg_tape *t = n->tape;
    const gg_slice_grads *s = t->slice;
    const char *grad = x->grad;
    *fresh = false;
    if (!s || x->tape || gg_numel(x) == 0) /* one without elements has its successor's place */
        return x->grad;
    if (grad < s->base || grad >= s->base + s->bytes) {
        gg_tape_fail(t, GG_ERR_STATE, "%s: a leaf that is no parameter of the micro-batch",
                     n->op->name);
        return NULL;
    }
    size_t offset = (size_t)(grad - s->base);
    int64_t low = 0, high = s->count - 1;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (s->offsets[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    *fresh = !s->touched[low];
    s->touched[low] = true;
    return s->grads + offset;
}

/* Memory for a gradient: that of one which is used up, if there is one of the size. */
static void *new_grad(gg_tape *t, const gg_tensor *x)
{
    size_t bytes = (size_t)gg_numel(x) * gg_dtype_size(x->dtype);
    if (!x->node && !gg_arena_behind(&t->arena, x, t->mark_chunk, t->mark_used))
        return gg_arena_alloc(&t->kept, bytes);
    if (x->node && x->node->postponed)
        return gg_arena_alloc(t->deferred, bytes);
    for (gg_spent **at = &t->spent; *at; at = &(*at)->next)
        if ((*at)->bytes == bytes) {
            gg_spent *found = *at;
            *at = found->next;
            return found;
        }
    return gg_arena_alloc(&t->arena, bytes);
}

/* A caller may have given a gradient of its own. */
static void spend_grad(gg_tape *t, gg_tensor *x)
{
    size_t bytes = (size_t)gg_numel(x) * gg_dtype_size(x->dtype);
    gg_spent *spent = x->grad;
    x->grad = NULL;
    if (bytes < sizeof *spent || !gg_arena_holds(&t->arena, spent))
        return;
    *spent = (gg_spent){t->spent, bytes};
    t->spent = spent;
}

void *gg_grad_into(gg_node *n, int k, bool *fresh)
{
    gg_tensor *x = n->in[k];
    gg_tape *t = n->tape;
    if (!x->requires_grad)
        return NULL;
    if (x->grad)
        return leaf_grad(n, x, fresh);
    *fresh = true;
    if (!x->tape) {
        gg_tape_fail(t, GG_ERR_STATE,
                     "%s: input %d requires a gradient but has no buffer for it "
                     "(gg_tensor_require_grad makes one)",
                     n->op->name, k);
        return NULL;
    }
    x->grad = new_grad(t, x);
    if (!x->grad)
        gg_tape_fail(t, GG_ERR_MEMORY, "%s: no memory for a gradient", n->op->name);
    return x->grad;
}

void *gg_grad_add(gg_node *n, int k)
{
    bool fresh = false;
    void *grad = gg_grad_into(n, k, &fresh);
    if (grad && fresh)
        memset(grad, 0, (size_t)gg_numel(n->in[k]) * gg_dtype_size(n->in[k]->dtype));
    return grad;
}

void gg_backward_elementwise(gg_node *n, gg_range body)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, body, &b);
}

typedef struct scatter {
    gg_node *node;
    void *gradient;
} scatter;

static void scatter_columns(void *context, int64_t begin, int64_t end)
{
    scatter *s = context;
    s->node->op->backward_columns[s->node->tape->dtype](s->node, s->gradient, begin, end);
}

static void run_backward(gg_node *n)
{
    if (n->op->backward[n->tape->dtype]) {
        n->op->backward[n->tape->dtype](n);
        return;
    }
    scatter s = {n, gg_grad_add(n, 0)};
    gg_tensor *x = n->in[0];
    if (s.gradient)
        gg_parallel(n->tape->threads, x->shape[x->rank - 1],
                    gg_column_block(n->tape->threads, x->shape[x->rank - 1]), scatter_columns, &s);
}

static void play_back(gg_tape *t)
{
    for (gg_node *n = t->last, *previous; n && !t->error.code; n = previous) {
        previous = n->previous;
        if (!n->out->grad)
            continue;
        if (n->postponed) {
            n->previous = t->postponed;
            t->postponed = n;
            continue;
        }
        run_backward(n);
        spend_grad(t, n->out);
    }
}

gg_status gg_backward(gg_tape *t, gg_tensor *loss, gg_error *e)
{
    if (!loss)
        loss = gg_tape_fail(t, GG_ERR_ARGUMENT, "backward: the loss is NULL");
    if (!t->error.code && gg_numel(loss) != 1) {
        char text[96];
        gg_tape_fail(t, GG_ERR_SHAPE, "backward: loss is %s, expected one element",
                     gg_shape_text(loss, text, sizeof text));
    }
    gg_tensor one = gg_tensor_view(t->dtype, loss->rank, loss->shape,
                                   t->dtype == GG_F32 ? (void *)&(float){1} : (void *)&(double){1});
    return gg_backward_from(t, loss, &one, e);
}

/* What is wrong with y and its seed, or NULL. */
static const char *wrong_start(const gg_tape *t, const gg_tensor *y, const gg_tensor *seed)
{
    if (y->tape && y->tape != t)
        return "the tensor lives on another tape";
    if (!y->node && !y->requires_grad)
        return "the tensor does not depend on anything that requires a gradient";
    if (!y->node && t->slice)
        return "the tensor is a leaf that tiles share";
    if (!seed && !y->grad)
        return "the tensor holds no gradient, and no seed is given";
    if (seed && y->node && y->grad)
        return "the tensor holds a gradient already; a seed would overwrite it";
    if (seed && !y->tape && !y->grad)
        return "the leaf has no buffer for its gradient (gg_tensor_require_grad makes one)";
    return NULL;
}

/* The seed becomes y's gradient; a leaf's own adds up. */
static void start(gg_tape *t, gg_tensor *y, const gg_tensor *seed)
{
    size_t bytes = (size_t)gg_numel(y) * gg_dtype_size(t->dtype);
    gg_tensor sum = gg_tensor_view(t->dtype, y->rank, y->shape, y->grad);
    if (y->grad) {
        for (int64_t k = 0; k < gg_numel(y); k++)
            gg_set(&sum, k, gg_get(&sum, k) + gg_get(seed, k));
        return;
    }
    void *grad = new_grad(t, y);
    if (grad)
        y->grad = memcpy(grad, seed->data, bytes);
    else
        gg_tape_fail(t, GG_ERR_MEMORY, "backward: no memory for a gradient");
}

gg_status gg_backward_from(gg_tape *t, gg_tensor *y, const gg_tensor *seed, gg_error *e)
{
    if (!y)
        y = gg_tape_fail(t, GG_ERR_ARGUMENT, "backward: the tensor is NULL");
    const char *wrong = t->error.code ? NULL : wrong_start(t, y, seed);
    if (wrong)
        gg_tape_fail(t, GG_ERR_STATE, "backward: %s", wrong);
    if (!t->error.code && y->dtype != t->dtype)
        gg_tape_fail(t, GG_ERR_SHAPE, "backward: an %s leaf on an %s tape",
                     y->dtype == GG_F32 ? "f32" : "f64", t->dtype == GG_F32 ? "f32" : "f64");
    if (!t->error.code && seed && (seed->dtype != t->dtype || gg_numel(seed) != gg_numel(y)))
        gg_tape_fail(t, GG_ERR_SHAPE, "backward: the seed's shape or dtype is not the tensor's");
    if (!t->error.code && seed)
        start(t, y, seed);
    if (!t->error.code)
        play_back(t);
    return gg_tape_status(t, e);
}
