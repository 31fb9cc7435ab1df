// The headers in C++, and an operation made there: y = x / (1 + |x|), and its derivative checked.
#include <graphgrad/graphgrad.h>

#include <cmath>
#include <cstdio>

static void forward(gg_node *n)
{
    for (int64_t i = 0; i < gg_numel(n->out); i++)
        gg_set(n->out, i, gg_get(n->in[0], i) / (1 + std::fabs(gg_get(n->in[0], i))));
}

static void backward(gg_node *n)
{
    void *buffer = gg_grad_add(n, 0);
    if (!buffer)
        return;
    const gg_tensor *x = n->in[0], *y = n->out;
    gg_tensor dx = gg_tensor_view(x->dtype, x->rank, x->shape, buffer);
    const gg_tensor dy = gg_tensor_view(y->dtype, y->rank, y->shape, y->grad);
    for (int64_t i = 0; i < gg_numel(x); i++)
        gg_set(&dx, i, gg_get(&dx, i) + gg_get(&dy, i) / std::pow(1 + std::fabs(gg_get(x, i)), 2));
}

static gg_tensor *softsign(gg_tape *t, gg_tensor *x)
{
    static gg_op op;
    op.name = "softsign";
    op.arity = 1;
    op.shape = gg_shape_same;
    op.forward[GG_F32] = op.forward[GG_F64] = forward;
    op.backward[GG_F32] = op.backward[GG_F64] = backward;
    return gg_apply(t, &op, nullptr, x);
}

int main()
{
    const int64_t shape[] = {2};
    gg_tape *t = nullptr;
    gg_error e;
    double value = 0;
    gg_status status = gg_tape_new(GG_F64, 1, &t, &e);
    if (!status) {
        gg_tensor *x = gg_full(t, 1, shape, -3);
        x->requires_grad = true;
        gg_tensor *loss = gg_sum(t, softsign(t, x), GG_ALL);
        status = gg_value(t, loss, &value, &e);
        if (!status)
            status = gg_backward(t, loss, &e);
        if (!status) {
            const gg_tensor dx = gg_tensor_view(GG_F64, 1, shape, x->grad);
            std::printf("%g, derivative %g\n", value, gg_get(&dx, 1));
            if (value != -1.5 || gg_get(&dx, 1) != 0.0625)
                return 1;
        }
    }
    if (status)
        std::fprintf(stderr, "softsign: %s\n", e.message);
    gg_tape_free(t);
    return status != GG_OK;
}
