/*
 * The debiased Sinkhorn divergence of two clouds of points with uniform weights, by symmetric
 * Sinkhorn steps in the log domain while eps falls from the squared diameter to blur^2.
 *
 * side[a][b] holds the potential f on the points of cloud a for the transport between a and b. A
 * step replaces it by a softmin over the points of b,
 *
 *     f_i = -eps log sum_j exp(h_j - C_ij / eps),   h_j = g_j / eps - log(points of b),
 *
 * where g is the potential of side[b][a]. So the four sides need no names of their own.
 */
#include "autograd.h"
#include "blas.h"
#include "parallel.h"
#include "vecmath.h"

#include <float.h>
#include <math.h>

#ifndef real
/* Costs and scores are padded to whole vectors with terms that are exp(-inf) = 0. */
#define LANES 16
#define PADDED(count) (((count) + LANES - 1) / LANES * LANES)

/* Columns of the points and rows of a matrix product that make a block. */
#define COLUMNS 64
#define ROWS 128

typedef struct point_cloud {
    int64_t count;
    void *points; /* count x d, around the centre of the box that holds both clouds */
    void *half;   /* |point|^2 / 2 */
} point_cloud;

typedef struct transport_side {
    const point_cloud *from, *to;
    void
        *cost; /* from x PADDED(to): |x - y|^2 / 2; after forward the plan exp(h - C / eps) / sum */
    double *potential, *next;
} transport_side;

typedef struct sinkhorn {
    const gg_node *node;
    int64_t dimensions;
    void *low, *high; /* corners of the box */
    void *scores;     /* h, long enough for either cloud */
    point_cloud cloud[2];
    transport_side side[2][2];
} sinkhorn;

/* What a block of rows is computed for. */
typedef struct task {
    const sinkhorn *s;
    int which; /* cloud */
    const transport_side *side;
    double eps;
    bool plan; /* leave the plan in the costs' place */
    gg_backward_block b;
} task;

/* eps falls from diameter^2, which stands twice, by quarters (the square of geomloss's scaling 0.5)
 * and ends with blur^2. */
typedef struct schedule {
    double first, last, log_first;
    int64_t quarters;
} schedule;

static schedule schedule_of(double diameter, double blur, double least)
{
    double first = diameter * diameter, last = blur * blur, log_first = 2 * log(diameter);
    if (!(first >= least && isfinite(first))) /* the points are all one, or some are NaN */
        return (schedule){last, last, 0, 0};
    double steps = ceil((2 * log(blur) - log_first) / (2 * log(0.5)));
    return (schedule){first, last, log_first, steps > 0 ? (int64_t)steps : 0};
}

/* k = 0 to quarters + 1 */
static double schedule_eps(const schedule *s, int64_t k)
{
    if (k > s->quarters)
        return s->last;
    return k < 2 ? s->first : exp(s->log_first + (double)(k - 1) * (2 * log(0.5)));
}
#endif

#define GG_SOURCE "op_sinkhorn.c"
#include "each_real.h"

#ifdef real

/* ---- costs ---- */

GG_SIMD static void FN(box_block)(void *context, int64_t begin, int64_t end)
{
    const sinkhorn *s = context;
    real *low = s->low, *high = s->high;
    for (int64_t j = begin; j < end; j++)
        low[j] = high[j] = ((const real *)s->node->in[0]->data)[j];
    for (int a = 0; a < 2; a++)
        for (int64_t i = 0; i < s->cloud[a].count; i++) {
            const real *x = (const real *)s->node->in[a]->data + i * s->dimensions;
            for (int64_t j = begin; j < end; j++) {
                low[j] = x[j] < low[j] ? x[j] : low[j];
                high[j] = x[j] > high[j] ? x[j] : high[j];
            }
        }
}

static double FN(diameter)(const sinkhorn *s)
{
    const real *low = s->low, *high = s->high;
    double squares = 0;
    for (int64_t j = 0; j < s->dimensions; j++) {
        double length = (double)high[j] - (double)low[j];
        squares += length * length;
    }
    return sqrt(squares);
}

/* The costs do not change when all points move; the squares that cancel in them get smaller. */
GG_SIMD static void FN(centre_block)(void *context, int64_t begin, int64_t end)
{
    const task *t = context;
    const point_cloud *cloud = &t->s->cloud[t->which];
    const real *low = t->s->low, *high = t->s->high;
    int64_t d = t->s->dimensions;
    for (int64_t i = begin; i < end; i++) {
        const real *x = (const real *)t->s->node->in[t->which]->data + i * d;
        real *z = (real *)cloud->points + i * d;
        double squares = 0;
        for (int64_t j = 0; j < d; j++) {
            z[j] = x[j] - (low[j] / 2 + high[j] / 2);
            squares += (double)z[j] * (double)z[j];
        }
        ((real *)cloud->half)[i] = (real)(squares / 2);
    }
}

/* C_ij = |x_i|^2 / 2 + |y_j|^2 / 2 - <x_i, y_j> */
static void FN(cost_block)(void *context, int64_t begin, int64_t end)
{
    const task *t = context;
    const point_cloud *from = t->side->from, *to = t->side->to;
    const real *half_from = from->half, *half_to = to->half;
    int64_t stride = PADDED(to->count), d = t->s->dimensions;
    real *cost = (real *)t->side->cost + begin * stride;
    for (int64_t i = begin; i < end; i++) {
        real *row = cost + (i - begin) * stride;
        for (int64_t j = 0; j < to->count; j++)
            row[j] = half_from[i] + half_to[j];
        for (int64_t j = to->count; j < stride; j++)
            row[j] = 0;
    }
    FN(gg_gemm)
    (false, true, end - begin, to->count, d, -1, (const real *)from->points + begin * d, d,
     to->points, d, 1, cost, stride);
}

static void FN(costs)(const sinkhorn *s)
{
    gg_tape *tape = s->node->tape;
    for (int a = 0; a < 2; a++)
        gg_tape_parallel(tape, s->cloud[a].count, ROWS, FN(centre_block),
                         &(task){.s = s, .which = a});
    for (int k = 0; k < 4; k++) {
        const transport_side *side = &s->side[k / 2][k % 2];
        gg_tape_parallel(tape, side->from->count, ROWS, FN(cost_block),
                         &(task){.s = s, .side = side});
    }
}

/* ---- steps ---- */

/* max_j h_j - scale C_j */
GG_INLINE real FN(greatest)(const real *h, const real *cost, int64_t stride, real scale)
{
    real lane[LANES], top = -INFINITY;
    for (int l = 0; l < LANES; l++)
        lane[l] = -INFINITY;
    for (int64_t j = 0; j < stride; j += LANES)
        for (int l = 0; l < LANES; l++) {
            real score = h[j + l] - scale * cost[j + l];
            lane[l] = score > lane[l] ? score : lane[l];
        }
    for (int l = 0; l < LANES; l++)
        top = lane[l] > top ? lane[l] : top;
    return top;
}

/* sum_j exp(h_j - scale C_j - top) */
GG_INLINE double FN(sum_exp)(const real *h, const real *cost, int64_t stride, real scale, real top)
{
    double lane[LANES] = {0}, sum = 0;
    for (int64_t j = 0; j < stride; j += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (double)FN(gg_exp)(h[j + l] - scale * cost[j + l] - top);
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

GG_SIMD static void FN(softmin_block)(void *context, int64_t begin, int64_t end)
{
    const task *t = context;
    const real *h = t->s->scores;
    int64_t stride = PADDED(t->side->to->count);
    real scale = (real)(1 / t->eps);
    for (int64_t i = begin; i < end; i++) {
        real *cost = (real *)t->side->cost + i * stride;
        real top = FN(greatest)(h, cost, stride, scale);
        double sum = FN(sum_exp)(h, cost, stride, scale, top);
        t->side->next[i] = -t->eps * ((double)top + log(sum));
        real share = (real)(1 / sum);
        for (int64_t j = 0; t->plan && j < stride; j++)
            cost[j] = share * FN(gg_exp)(h[j] - scale * cost[j] - top);
    }
}

/* h of the points that side reaches, from the potential there */
static void FN(set_scores)(const sinkhorn *s, const double *potential, int64_t count, double eps)
{
    real *h = s->scores;
    for (int64_t j = 0; j < count; j++)
        h[j] = (real)(potential[j] / eps - log((double)count));
    for (int64_t j = count; j < PADDED(count); j++)
        h[j] = -INFINITY;
}

/* All potentials from those before: f = keep f + (1 - keep) softmin. The last step leaves the plans
 * in the costs' place. */
static void FN(step)(const sinkhorn *s, double eps, double keep, bool plan)
{
    for (int k = 0; k < 4; k++) {
        const transport_side *side = &s->side[k / 2][k % 2], *dual = &s->side[k % 2][k / 2];
        FN(set_scores)(s, dual->potential, side->to->count, eps);
        gg_tape_parallel(s->node->tape, side->from->count, 1 + GG_BLOCK / (1 + side->to->count),
                         FN(softmin_block),
                         &(task){.s = s, .side = side, .eps = eps, .plan = plan});
    }
    for (int k = 0; k < 4; k++) {
        const transport_side *side = &s->side[k / 2][k % 2];
        for (int64_t i = 0; i < side->from->count; i++)
            side->potential[i] = keep * side->potential[i] + (1 - keep) * side->next[i];
    }
}

static void FN(anneal)(const sinkhorn *s, double diameter, double blur)
{
    schedule eps = schedule_of(diameter, blur, (double)(REAL_IS_F32 ? FLT_MIN : DBL_MIN));
    for (int k = 0; k < 4; k++)
        for (int64_t i = 0; i < s->side[k / 2][k % 2].from->count; i++)
            s->side[k / 2][k % 2].potential[i] = 0;
    FN(step)(s, eps.first, 0, false);
    for (int64_t k = 0; k < eps.quarters + 2; k++)
        FN(step)(s, schedule_eps(&eps, k), 0.5, false);
    FN(step)(s, eps.last, 0, true);
}

/* ---- the operation ---- */

static bool FN(allocate)(gg_node *n, sinkhorn *s)
{
    int64_t d = s->dimensions, longest = 0;
    bool good = true;
    for (int a = 0; a < 2; a++) {
        point_cloud *c = &s->cloud[a];
        c->count = n->in[a]->shape[0];
        c->points = gg_node_alloc(n, (size_t)(c->count * d), sizeof(real));
        c->half = gg_node_alloc(n, (size_t)c->count, sizeof(real));
        good = good && c->points && c->half;
        longest = c->count > longest ? c->count : longest;
    }
    for (int k = 0; k < 4 && good; k++) {
        transport_side *side = &s->side[k / 2][k % 2];
        side->from = &s->cloud[k / 2];
        side->to = &s->cloud[k % 2];
        size_t rows = (size_t)side->from->count;
        side->cost = gg_node_alloc(n, rows * (size_t)PADDED(side->to->count), sizeof(real));
        side->potential = gg_node_alloc(n, rows, sizeof(double));
        side->next = gg_node_alloc(n, rows, sizeof(double));
        good = side->cost && side->potential && side->next;
    }
    s->low = gg_node_alloc(n, (size_t)d, sizeof(real));
    s->high = gg_node_alloc(n, (size_t)d, sizeof(real));
    s->scores = gg_node_alloc(n, (size_t)PADDED(longest), sizeof(real));
    return good && s->low && s->high && s->scores;
}

/* mean(f_xy - f_xx) + mean(f_yx - f_yy) */
static void FN(sinkhorn_forward)(gg_node *n)
{
    sinkhorn *s = n->saved = gg_node_alloc(n, 1, sizeof *s);
    if (!s)
        return;
    *s = (sinkhorn){.node = n, .dimensions = n->in[0]->shape[1]};
    if (!FN(allocate)(n, s))
        return;
    gg_tape_parallel(n->tape, s->dimensions, COLUMNS, FN(box_block), s);
    FN(costs)(s);
    FN(anneal)(s, FN(diameter)(s), *(const double *)n->attributes);
    double value = 0;
    for (int a = 0; a < 2; a++) {
        const double *between = s->side[a][1 - a].potential, *within = s->side[a][a].potential;
        double sum = 0;
        for (int64_t i = 0; i < s->cloud[a].count; i++)
            sum += between[i] - within[i];
        value += sum / (double)s->cloud[a].count;
    }
    *(real *)n->out->data = (real)value;
}

/* dx_i = dLoss / n (sum_j P_ij (x_i - y_j) - sum_j Q_ij (x_i - x_j)) with the plans P to the other
 * cloud and Q to its own; their rows sum to 1, which leaves dX = dLoss / n (Q X - P Y). */
static void FN(sinkhorn_back_block)(void *context, int64_t begin, int64_t end)
{
    const task *t = context;
    const sinkhorn *s = t->s;
    int64_t d = s->dimensions;
    real scale = *(const real *)s->node->out->grad / (real)s->cloud[t->which].count;
    real *dx = (real *)t->b.gradient + begin * d;
    for (int own = 1; own >= 0; own--) {
        const transport_side *side = &s->side[t->which][own ? t->which : 1 - t->which];
        int64_t stride = PADDED(side->to->count);
        FN(gg_gemm)
        (false, false, end - begin, d, side->to->count, own ? scale : -scale,
         (const real *)side->cost + begin * stride, stride, side->to->points, d,
         own && t->b.fresh ? 0 : 1, dx, d);
    }
}

static void FN(sinkhorn_backward)(gg_node *n)
{
    for (int a = 0; a < 2; a++) {
        task t = {.s = n->saved, .which = a, .b = {.node = n}};
        if ((t.b.gradient = gg_grad_into(n, a, &t.b.fresh)))
            gg_tape_parallel(n->tape, n->in[a]->shape[0], ROWS, FN(sinkhorn_back_block), &t);
    }
}

#else

static gg_status sinkhorn_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *y = n->in[1];
    if (x->rank != 2 || y->rank != 2 || x->shape[1] != y->shape[1])
        return gg_node_fail(n, "expected matrices of equally many columns");
    if (x->shape[0] == 0 || y->shape[0] == 0)
        return gg_node_fail(n, "a cloud without points");
    if (!gg_blas_fits(PADDED(x->shape[0]), PADDED(y->shape[0]), x->shape[1]))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op sinkhorn_op = {.name = "sinkhorn",
                                  .arity = 2,
                                  .shape = sinkhorn_shape,
                                  .forward = GG_BOTH(sinkhorn_forward),
                                  .backward = GG_BOTH(sinkhorn_backward),
                                  .attributes_size = sizeof(double)};

gg_tensor *gg_sinkhorn(gg_tape *t, gg_tensor *x, gg_tensor *y, double blur)
{
    if (!(blur >= 1e-18 && blur <= 1e18)) /* 1 / blur^2 is a float */
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "sinkhorn: blur = %g, expected 1e-18 to 1e18",
                            blur);
    return gg_apply(t, &sinkhorn_op, &blur, x, y);
}

#endif
