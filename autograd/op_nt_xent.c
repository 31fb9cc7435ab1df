/*
 * The contrastive loss of two views. Stacked, the views are m = 2n rows W of norm 1 whose products
 * S = W W^T are cosines; the partner p(r) of row r is the same node's row in the other view. With
 *
 *     E_rc = exp((S_rc - 1) / tau),   Z_r = sum_{c != r} E_rc,
 *     loss = 1/m sum_r (log Z_r + 1 / tau - S_rp(r) / tau),
 *
 * and since S is symmetric,
 *
 *     dLoss/dW_r = 1 / (m tau) (sum_{c != r} E_rc (1 / Z_r + 1 / Z_c) W_c - 2 W_p(r)).
 *
 * E is made in tiles that stay in cache, once for Z and again for the gradient; only Z is kept.
 */
#include "autograd.h"
#include "blas.h"
#include "parallel.h"
#include "vecmath.h"

#include <math.h>

#ifndef real
#define ROWS 128 /* of a tile */
#define COLUMNS 512
#define LANES 32
#define SLOTS 64 /* tiles there is memory for: threads that work at once */

typedef struct nt_xent {
    const gg_node *node;
    int64_t rows, width;   /* of W */
    int64_t slots, stride; /* of a tile's rows, whole lanes */
    void *tiles;
    double *inverse, *term; /* 1 / Z_r; row r's part of the loss */
    double scale;           /* 1 / tau */
    void *gradient;         /* of W; NULL: forward */
    bool fresh;
} nt_xent;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t partner(const nt_xent *x, int64_t row)
{
    return row < x->rows / 2 ? row + x->rows / 2 : row - x->rows / 2;
}
#endif

#define GG_SOURCE "op_nt_xent.c"
#include "each_real.h"

#ifdef real

/* A tile of S / tau; -inf, for E = 0, where r = c and behind the last column. */
static void FN(similarities)(const nt_xent *x, real *tile, int64_t first, int64_t rows,
                             int64_t column, int64_t columns)
{
    const real *w = x->node->in[0]->data;
    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = columns; c < x->stride; c++)
            tile[r * x->stride + c] = -INFINITY;
    FN(gg_gemm)
    (false, true, rows, columns, x->width, (real)x->scale, w + first * x->width, x->width,
     w + column * x->width, x->width, 0, tile, x->stride);
    for (int64_t r = 0; r < rows; r++)
        if (first + r >= column && first + r < column + columns)
            tile[r * x->stride + first + r - column] = -INFINITY;
}

/* sum_c E_rc of a row of a tile; scale is 1 / tau */
GG_SIMD static double FN(sum_exp)(const real *row, int64_t count, real scale)
{
    real lane[LANES] = {0};
    double sum = 0;
    for (int64_t j = 0; j < count; j += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += FN(gg_exp)(row[j + l] - scale);
    for (int l = 0; l < LANES; l++)
        sum += (double)lane[l];
    return sum;
}

static double FN(dot)(const real *x, const real *y, int64_t count)
{
    double sum = 0;
    for (int64_t j = 0; j < count; j++)
        sum += (double)x[j] * (double)y[j];
    return sum;
}

static void FN(forward_rows)(const nt_xent *x, real *tile, int64_t first, int64_t rows)
{
    const real *w = x->node->in[0]->data;
    double sums[ROWS] = {0};
    for (int64_t column = 0; column < x->rows; column += COLUMNS) {
        int64_t columns = least(COLUMNS, x->rows - column);
        FN(similarities)(x, tile, first, rows, column, columns);
        for (int64_t r = 0; r < rows; r++)
            sums[r] += FN(sum_exp)(tile + r * x->stride, x->stride, (real)x->scale);
    }
    for (int64_t r = 0; r < rows; r++) {
        int64_t row = first + r, other = partner(x, row);
        double product = FN(dot)(w + row * x->width, w + other * x->width, x->width);
        x->inverse[row] = 1 / sums[r];
        x->term[row] = log(sums[r]) + x->scale * (1 - product);
    }
}

/* E_rc (1 / Z_r + 1 / Z_c) in the place of a row of a tile; inverse has 1 / Z */
GG_SIMD static void FN(weigh)(real *row, int64_t count, real scale, double own,
                              const double *inverse)
{
    for (int64_t c = 0; c < count; c++)
        row[c] = FN(gg_exp)(row[c] - scale) * (real)(own + inverse[c]);
}

static void FN(backward_rows)(const nt_xent *x, real *tile, int64_t first, int64_t rows)
{
    const real *w = x->node->in[0]->data;
    int64_t d = x->width;
    real slope = *(const real *)x->node->out->grad * (real)(x->scale / (double)x->rows);
    real *dw = (real *)x->gradient + first * d;
    for (int64_t r = 0; r < rows; r++)
        for (int64_t j = 0; j < d; j++)
            dw[r * d + j] =
                (x->fresh ? 0 : dw[r * d + j]) - 2 * slope * w[partner(x, first + r) * d + j];
    for (int64_t column = 0; column < x->rows; column += COLUMNS) {
        int64_t columns = least(COLUMNS, x->rows - column);
        FN(similarities)(x, tile, first, rows, column, columns);
        for (int64_t r = 0; r < rows; r++)
            FN(weigh)
        (tile + r * x->stride, columns, (real)x->scale, x->inverse[first + r], x->inverse + column);
        FN(gg_gemm)
        (false, false, rows, d, columns, slope, tile, x->stride, w + column * d, d, 1, dw, d);
    }
}

/* Slot s has the blocks of rows s, s + slots, ... */
static void FN(run_slots)(void *context, int64_t begin, int64_t end)
{
    const nt_xent *x = context;
    for (int64_t s = begin; s < end; s++) {
        real *tile = (real *)x->tiles + s * ROWS * x->stride;
        for (int64_t first = s * ROWS; first < x->rows; first += x->slots * ROWS) {
            int64_t rows = least(ROWS, x->rows - first);
            if (x->gradient)
                FN(backward_rows)(x, tile, first, rows);
            else
                FN(forward_rows)(x, tile, first, rows);
        }
    }
}

static void FN(nt_xent_forward)(gg_node *n)
{
    int64_t rows = n->in[0]->shape[0], width = n->in[0]->shape[1];
    nt_xent *x = n->saved = gg_node_alloc(n, 1, sizeof *x);
    if (!x)
        return;
    *x = (nt_xent){.node = n,
                   .rows = rows,
                   .width = width,
                   .slots = least(SLOTS, (rows + ROWS - 1) / ROWS),
                   .stride = (least(COLUMNS, rows) + LANES - 1) / LANES * LANES,
                   .scale = 1 / *(const double *)n->attributes};
    x->inverse = gg_node_alloc(n, (size_t)rows, sizeof *x->inverse);
    x->term = gg_node_alloc(n, (size_t)rows, sizeof *x->term);
    x->tiles = gg_node_alloc(n, (size_t)(x->slots * least(ROWS, rows) * x->stride), sizeof(real));
    if (!x->inverse || !x->term || !x->tiles)
        return;
    gg_tape_parallel(n->tape, x->slots, 1, FN(run_slots), x);
    double sum = 0;
    for (int64_t r = 0; r < rows; r++)
        sum += x->term[r];
    *(real *)n->out->data = (real)(sum / (double)rows);
}

static void FN(nt_xent_backward)(gg_node *n)
{
    nt_xent *x = n->saved;
    if ((x->gradient = gg_grad_into(n, 0, &x->fresh)))
        gg_tape_parallel(n->tape, x->slots, 1, FN(run_slots), x);
}

#else

static gg_status nt_xent_shape(gg_node *n)
{
    if (!gg_blas_fits(ROWS, COLUMNS, n->in[0]->shape[1]))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op nt_xent_op = {.name = "nt_xent",
                                 .arity = 1,
                                 .shape = nt_xent_shape,
                                 .forward = GG_BOTH(nt_xent_forward),
                                 .backward = GG_BOTH(nt_xent_backward),
                                 .attributes_size = sizeof(double)};

gg_tensor *gg_nt_xent(gg_tape *t, gg_tensor *x, gg_tensor *y, double tau)
{
    char views[2][64];
    if (!(tau >= 0.025 && tau <= 1e6)) /* exp(-2 / tau) is a float */
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "nt_xent: tau = %g, expected 0.025 to 1e6", tau);
    if (!x || !y)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "nt_xent: a view is NULL");
    if (x->rank != 2 || y->rank != 2 || x->shape[0] != y->shape[0] || x->shape[1] != y->shape[1])
        return gg_tape_fail(t, GG_ERR_SHAPE, "nt_xent: %s x %s: expected matrices of one shape",
                            gg_shape_text(x, views[0], sizeof *views),
                            gg_shape_text(y, views[1], sizeof *views));
    if (x->shape[0] == 0)
        return gg_tape_fail(t, GG_ERR_SHAPE, "nt_xent: no nodes");
    gg_tensor *both = gg_concat(t, 2, (gg_tensor *[]){x, y}, 0);
    return gg_apply(t, &nt_xent_op, &tau, gg_l2_normalize(t, both, 1e-12));
}

#endif
