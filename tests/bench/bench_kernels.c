/*
 * The kernels that models are made of, at the sizes of Cora's published setting: 188,000 pairs or
 * 2,708 nodes, 256 wide. Each runs through its public function, on a tape where it has one, so what
 * is timed is what a model pays.
 */
#include "bench.h"
#include "nn.h"
#include "parallel.h"

#include <stdio.h>

#define WIDTH 256
#define TILE 256 /* rows of a tile that stays in cache */

/* ---- operations on a tape ---- */

/* One operation of an input x (rows x cols), forward or forward and backward. The rest is what some
 * operations need besides. */
typedef struct op_run {
    gg_tensor *(*op)(struct op_run *r, gg_tensor *x);
    int64_t rows, cols;
    bool backward;
    float *x, *seed; /* seed: dLoss/dY */
    gg_tape *tape;
    const gg_csr *a;
    const int32_t *index;
    int64_t count; /* of the index, or rows of the result */
    gg_tensor *weight, *gamma, *beta, *mean, *variance, s;
} op_run;

/* A tensor of the tape over memory outside it: its gradient is made anew each time, as that of an
 * intermediate result is. */
static gg_tensor *input(gg_tape *t, int64_t rows, int64_t cols, float *data)
{
    gg_tensor *x = gg_empty(t, 2, (int64_t[]){0, cols});
    x->shape[0] = rows;
    x->data = data;
    return x;
}

static void run_op(void *context)
{
    op_run *r = context;
    gg_error e;
    gg_tape_reset(r->tape);
    gg_tape_set_training(r->tape, true);
    gg_tensor *x = input(r->tape, r->rows, r->cols, r->x);
    x->requires_grad = r->backward;
    gg_tensor *y = r->op(r, x);
    if (r->backward) {
        y->grad = r->seed;
        bench_must(gg_backward_from(r->tape, y, NULL, &e), &e);
    }
    bench_must(gg_tape_status(r->tape, &e), &e);
}

/* Times forward, and forward with backward, on each number of threads. The seed is as large as the
 * larger of input and result. */
static void time_op(bench *b, const char *name, op_run r, bench_floor forward, bench_floor both)
{
    gg_error e;
    char text[64];
    int64_t most = r.rows > r.count ? r.rows : r.count;
    int64_t width = r.cols > WIDTH ? r.cols : WIDTH;
    float *x = r.x = bench_alloc(r.rows * r.cols, sizeof *r.x);
    float *seed = r.seed = bench_alloc(most * width, sizeof *r.seed);
    bench_fill(x, r.rows * r.cols, 1, -2, 2);
    bench_fill(seed, most * width, 2, -1, 1);
    for (int threads = b->threads_first; threads <= b->threads_last; threads++)
        for (int k = 0; k < 2; k++) {
            if ((k ? both : forward).amount == 0 || (r.rows == TILE && threads > 1))
                continue; /* a tile belongs to one thread */
            r.backward = k;
            bench_must(gg_tape_new(GG_F32, threads, &r.tape, &e), &e);
            snprintf(text, sizeof text, "%s%s", name, k ? ", with backward" : "");
            bench_run(b, text, threads, k ? both : forward, run_op, &r);
            gg_tape_free(r.tape);
        }
    gg_free(x);
    gg_free(seed);
}

static const bench_floor no_time;

/* Bytes of so many passes over a matrix of floats, in a working set of so many such matrices. */
static bench_floor passes(bench_bound bound, int64_t elements, double count, double matrices)
{
    return (bench_floor){bound, 4 * count * (double)elements, 4 * matrices * (double)elements};
}

static bench_floor instructions(int64_t elements, double each)
{
    return (bench_floor){BENCH_VECTOR, each * (double)elements, 0};
}

/* ---- dense products ---- */

static gg_tensor *times_weight(op_run *r, gg_tensor *x)
{
    return gg_linear(r->tape, x, r->weight, NULL);
}

static gg_tensor *times_itself(op_run *r, gg_tensor *x)
{
    return gg_matmul_t(r->tape, x, true, input(r->tape, r->rows, r->cols, r->seed), false);
}

static void dense_products(bench *b)
{
    const int64_t shapes[][2] = {{4096, WIDTH}, {65536, WIDTH}, {2708, 1433}};
    char name[64];
    gg_error e;
    for (int k = 0; k < 3; k++) {
        int64_t rows = bench_size(b, shapes[k][0]), in = bench_size(b, shapes[k][1]);
        op_run r = {.op = times_weight, .rows = rows, .cols = in};
        bench_must(gg_tensor_new(GG_F32, 2, (int64_t[]){WIDTH, in}, &r.weight, &e), &e);
        bench_fill(r.weight->data, WIDTH * in, 3, -1, 1);
        snprintf(name, sizeof name, "sgemm %lldx%lldx%d", (long long)rows, (long long)in, WIDTH);
        time_op(b, name, r, (bench_floor){BENCH_FMA, 2.0 * (double)rows * (double)in * WIDTH, 0},
                no_time);
        gg_tensor_free(r.weight);
    }
    int64_t rows = bench_size(b, 188000);
    snprintf(name, sizeof name, "sgemm A^T B %dx%lldx%d", WIDTH, (long long)rows, WIDTH);
    time_op(b, name, (op_run){.op = times_itself, .rows = rows, .cols = WIDTH},
            (bench_floor){BENCH_FMA, 2.0 * (double)rows * WIDTH * WIDTH, 0}, no_time);
}

/* ---- sparse products ---- */

static gg_tensor *spmm(op_run *r, gg_tensor *x)
{
    return gg_spmm(r->tape, r->a, x);
}

/* A row of B for each entry and the result once, at the rate at which B can be read. */
static void sparse_product(bench *b, const char *name, const gg_csr *a)
{
    double bytes = 4.0 * WIDTH * (double)(gg_csr_nnz(a) + a->rows);
    double set = 4.0 * WIDTH * (double)a->cols;
    time_op(b, name, (op_run){.op = spmm, .rows = a->cols, .cols = WIDTH, .a = a, .count = a->rows},
            (bench_floor){BENCH_READ, bytes, set}, (bench_floor){BENCH_READ, 2 * bytes, set});
}

/* What a product must read, and no more: the rows of B in the order of A's entries, each fetched as
 * far ahead as the product does. */
typedef struct row_reads {
    const gg_csr *a;
    const float *x;
    int threads;
} row_reads;

static volatile float sink;

GG_SIMD static void read_entries(void *context, int64_t begin, int64_t end)
{
    enum { AHEAD = 16, LANES = 64 };
    const row_reads *r = context;
    float sum[LANES] = {0};
    for (int64_t k = begin; k < end; k++) {
        const float *later = r->x + r->a->col[k + AHEAD < end ? k + AHEAD : end - 1] * WIDTH;
        for (int c = 0; c < WIDTH; c += 16)
            __builtin_prefetch(later + c);
        const float *x = r->x + r->a->col[k] * WIDTH;
        for (int c = 0; c < WIDTH; c += LANES)
            for (int l = 0; l < LANES; l++)
                sum[l] += x[c + l];
    }
    float total = 0;
    for (int l = 0; l < LANES; l++)
        total += sum[l];
    sink = total;
}

static void read_rows(void *context)
{
    row_reads *r = context;
    gg_parallel(r->threads, gg_csr_nnz(r->a), 8192, read_entries, r);
}

static void rows_alone(bench *b, const char *name, const gg_csr *a)
{
    float *x = bench_alloc(a->cols * WIDTH, sizeof *x);
    double bytes = 4.0 * WIDTH * (double)gg_csr_nnz(a), set = 4.0 * WIDTH * (double)a->cols;
    bench_fill(x, a->cols * WIDTH, 1, -2, 2);
    for (int threads = b->threads_first; threads <= b->threads_last; threads++)
        bench_run(b, name, threads, (bench_floor){BENCH_READ, bytes, set}, read_rows,
                  &(row_reads){a, x, threads});
    gg_free(x);
}

static gg_csr *random_matrix(int64_t nodes, int64_t entries)
{
    gg_error e;
    gg_csr *a;
    gg_rng rng = gg_rng_new(5);
    int32_t *row = bench_alloc(entries, sizeof *row), *col = bench_alloc(entries, sizeof *col);
    double *value = bench_alloc(entries, sizeof *value);
    for (int64_t k = 0; k < entries; k++) {
        row[k] = (int32_t)gg_rng_below(rng, 3 * (uint64_t)k, (uint64_t)nodes);
        col[k] = (int32_t)gg_rng_below(rng, 3 * (uint64_t)k + 1, (uint64_t)nodes);
        value[k] = gg_rng_uniform(rng, 3 * (uint64_t)k + 2);
    }
    bench_must(gg_csr_from_coo(nodes, nodes, entries, row, col, value, GG_F32, &a, &e), &e);
    gg_free(row);
    gg_free(col);
    gg_free(value);
    return a;
}

static void sparse_products(bench *b, const gg_dataset *d)
{
    gg_error e;
    gg_csr *a;
    bench_must(gg_graph_gcn_matrix(d->full, GG_F32, &a, &e), &e);
    sparse_product(b, "spmm data set x 256", a);
    gg_csr_free(a);
    a = random_matrix(bench_size(b, 200000), bench_size(b, 3000000));
    sparse_product(b, "spmm 200,000 nodes x 256", a);
    rows_alone(b, "reading its rows of B alone", a);
    gg_csr_free(a);
}

/* ---- rows by index ---- */

static gg_tensor *gather(op_run *r, gg_tensor *x)
{
    return gg_gather_rows(r->tape, x, r->count, r->index);
}

static gg_tensor *scatter(op_run *r, gg_tensor *x)
{
    return gg_scatter_add_rows(r->tape, x, r->index, r->count);
}

/* The nodes' matrix stays in cache; the rows taken from it do not. */
static void indexed_rows(bench *b, int64_t nodes)
{
    int64_t pairs = bench_size(b, 188000), n = pairs * WIDTH;
    int32_t *index = bench_alloc(pairs, sizeof *index);
    for (int64_t k = 0; k < pairs; k++)
        index[k] = (int32_t)gg_rng_below(gg_rng_new(6), (uint64_t)k, (uint64_t)nodes);
    time_op(b, "gather 188,000 rows",
            (op_run){.op = gather, .rows = nodes, .cols = WIDTH, .count = pairs, .index = index},
            passes(BENCH_WRITE, n, 1, 1), passes(BENCH_COPY, n, 2, 2));
    time_op(b, "scatter-add 188,000 rows",
            (op_run){.op = scatter, .rows = pairs, .cols = WIDTH, .count = nodes, .index = index},
            passes(BENCH_READ, n, 1, 1), no_time);
    gg_free(index);
}

/* ---- element by element ---- */

static gg_tensor *elu(op_run *r, gg_tensor *x)
{
    return gg_elu(r->tape, x);
}

static gg_tensor *dropout(op_run *r, gg_tensor *x)
{
    return gg_dropout(r->tape, x, 0.5, gg_rng_new(7), 0);
}

static gg_tensor *hidden(op_run *r, gg_tensor *x)
{
    return gg_add_column_elu_dropout(r->tape, x, r->weight, WIDTH, &r->s, 0.5, gg_rng_new(7), 0);
}

/*
 * In a tile the arithmetic is the floor. Vector instructions for each element's share of a vector:
 *   ELU      20: reduction 5, polynomial 7, power of two and result 5, choice and clamping 3
 *   its gradient 3: y + 1, product, choice
 *   dropout  20: ten rounds of six on 64 numbers of 16 bits are 15, packing 2, mask and product 3
 */
enum { ELU = 20, ELU_BACK = 3, DROPOUT = 20 };

static void elementwise(bench *b)
{
    int64_t pairs = bench_size(b, 188000), n = pairs * WIDTH, tile = TILE * WIDTH;
    op_run large = {.rows = pairs, .cols = WIDTH}, small = {.rows = TILE, .cols = WIDTH};
    large.op = small.op = elu;
    time_op(b, "ELU 188,000 x 256", large, passes(BENCH_COPY, n, 2, 2),
            passes(BENCH_TRIAD, n, 5, 5));
    time_op(b, "ELU 256 x 256", small, instructions(tile, ELU), instructions(tile, ELU + ELU_BACK));
    large.op = small.op = dropout;
    time_op(b, "dropout 188,000 x 256", large, passes(BENCH_COPY, n, 2, 2),
            passes(BENCH_COPY, n, 4, 4));
    time_op(b, "dropout 256 x 256", small, instructions(tile, DROPOUT),
            instructions(tile, 2 * DROPOUT));
}

/* The decoder's hidden layer: adds a column (1), ELU and dropout as above, and the slope (3). */
static void hidden_layer(bench *b)
{
    gg_error e;
    int64_t rows = TILE, tile = TILE * WIDTH;
    float s[TILE];
    op_run r = {.op = hidden, .rows = rows, .cols = WIDTH};
    for (int k = 0; k < TILE; k++)
        s[k] = (float)(k % 2);
    r.s = gg_tensor_view(GG_F32, 1, &rows, s);
    bench_must(gg_tensor_new(GG_F32, 2, (int64_t[]){WIDTH, WIDTH + 1}, &r.weight, &e), &e);
    bench_must(gg_tensor_require_grad(r.weight, &e), &e);
    bench_fill(r.weight->data, WIDTH * (WIDTH + 1), 4, -1, 1);
    time_op(b, "column + ELU + dropout 256 x 256", r, instructions(tile, ELU + DROPOUT + 4),
            instructions(tile, ELU + DROPOUT + 4 + 6));
    gg_tensor_free(r.weight);
}

static gg_tensor *batch_norm(op_run *r, gg_tensor *x)
{
    return gg_batch_norm(r->tape, x, r->gamma, r->beta, r->mean, r->variance, 0.1, 1e-5);
}

/* Forward reads X for its sums, and again to write Y; backward likewise X and dY for dX. */
static void normalisation(bench *b, int64_t nodes)
{
    gg_error e;
    int64_t width = WIDTH, n = nodes * WIDTH;
    op_run r = {.op = batch_norm, .rows = nodes, .cols = WIDTH};
    gg_tensor **vectors[] = {&r.gamma, &r.beta, &r.mean, &r.variance};
    for (int k = 0; k < 4; k++) {
        bench_must(gg_tensor_new(GG_F32, 1, &width, vectors[k], &e), &e);
        bench_fill((*vectors[k])->data, WIDTH, 10 + (uint64_t)k, 0.5f, 1.5f);
    }
    bench_must(gg_tensor_require_grad(r.gamma, &e), &e);
    bench_must(gg_tensor_require_grad(r.beta, &e), &e);
    time_op(b, "batch norm 2,708 x 256", r, passes(BENCH_TRIAD, n, 3, 2),
            passes(BENCH_TRIAD, n, 8, 4));
    for (int k = 0; k < 4; k++)
        gg_tensor_free(*vectors[k]);
}

/* ---- without a tape ---- */

typedef struct adam {
    gg_params *p;
    gg_optim *o;
    int threads;
} adam;

static void run_adam(void *context)
{
    adam *a = context;
    gg_error e;
    bench_must(gg_optim_step(a->o, a->p, 1e-3, a->threads, &e), &e);
}

/* Reads value, gradient and two means, writes all but the gradient. */
static void optimizer(bench *b)
{
    gg_error e;
    adam a;
    gg_optim_settings settings = gg_optim_defaults(GG_OPTIM_ADAM);
    int64_t n = bench_size(b, 500000);
    bench_must(gg_params_new(GG_F32, &a.p, &e), &e);
    gg_tensor *x = gg_params_add(a.p, "x", 1, &n, GG_INIT_NORMAL, 0);
    bench_must(gg_params_build(a.p, gg_rng_new(1), &e), &e);
    bench_must(gg_optim_new(a.p, &settings, &a.o, &e), &e);
    bench_fill(x->grad, n, 8, -1, 1);
    for (a.threads = b->threads_first; a.threads <= b->threads_last; a.threads++)
        bench_run(b, "Adam 500,000 parameters", a.threads, passes(BENCH_TRIAD, n, 7, 4), run_adam,
                  &a);
    gg_optim_free(a.o);
    gg_params_free(a.p);
}

typedef struct drawing {
    gg_negatives *negatives;
    int64_t count;
    int32_t *u, *v;
} drawing;

static void draw(void *context)
{
    drawing *r = context;
    gg_error e;
    bench_must(gg_negatives_draw(r->negatives, gg_rng_new(9), r->count, r->u, r->v, &e), &e);
}

static void negatives(bench *b, const gg_dataset *d)
{
    gg_error e;
    drawing r = {.count = bench_size(b, 184500)};
    r.u = bench_alloc(r.count, sizeof *r.u);
    r.v = bench_alloc(r.count, sizeof *r.v);
    bench_must(gg_negatives_new(d, &r.negatives, &e), &e);
    if (r.count > gg_negatives_available(r.negatives))
        r.count = gg_negatives_available(r.negatives);
    bench_run(b, "184,500 negatives", 1, (bench_floor){0}, draw, &r);
    gg_negatives_free(r.negatives);
    gg_free(r.u);
    gg_free(r.v);
}

typedef struct scores {
    double *positive, *negative;
    int64_t count;
} scores;

static void rank(void *context)
{
    scores *s = context;
    gg_metrics m;
    gg_error e;
    bench_must(gg_metrics_compute(s->positive, s->count, s->negative, s->count, &m, &e), &e);
}

static void evaluation(bench *b)
{
    scores s = {.count = bench_size(b, 100000)};
    s.positive = bench_alloc(s.count, sizeof *s.positive);
    s.negative = bench_alloc(s.count, sizeof *s.negative);
    for (int64_t k = 0; k < s.count; k++) {
        s.positive[k] = gg_rng_normal(gg_rng_new(10), (uint64_t)k) + 1;
        s.negative[k] = gg_rng_normal(gg_rng_new(11), (uint64_t)k);
    }
    bench_run(b, "metrics 100,000 + 100,000 scores", 1, (bench_floor){0}, rank, &s);
    gg_free(s.positive);
    gg_free(s.negative);
}

int main(int argc, char **argv)
{
    bench b;
    bench_begin(&b, argc, argv);
    gg_dataset *d = bench_dataset(&b);
    dense_products(&b);
    sparse_products(&b, d);
    indexed_rows(&b, d->nodes);
    elementwise(&b);
    hidden_layer(&b);
    normalisation(&b, d->nodes);
    optimizer(&b);
    negatives(&b, d);
    evaluation(&b);
    gg_dataset_free(d);
    return bench_end(&b);
}
