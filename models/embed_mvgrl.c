/* embed_mvgrl.c: MVGRL (Hassani and Khasahmadi 2020). Nodes learn to know their own graph's summary
 * in another view of it. */
#include "embedding.h"
#include "mvgrl_parts.h"

#include <stdio.h>

/* What the random numbers of a run and of a part are for. */
enum { PARAMETERS, NODES, SHUFFLE };

gg_mvgrl_options gg_mvgrl_defaults(void)
{
    return (gg_mvgrl_options){.hidden = 512,
                              .alpha = 0.2,
                              .epsilon = 1e-4,
                              .most = 8,
                              .part_nodes = 2000,
                              .parts = 4,
                              .lr = 0.001,
                              .weight_decay = 0,
                              .epochs = 3000,
                              .patience = 20};
}

/* ---- the model ---- */

void gg_mvgrl_init(gg_mvgrl *m, gg_params *p, int64_t features, int64_t hidden)
{
    gg_prelu_gcn_init(&m->encoder[0], p, "gcn1", features, hidden);
    gg_prelu_gcn_init(&m->encoder[1], p, "gcn2", features, hidden);
    gg_discriminator_init(&m->discriminator, p, "disc.f_k", hidden);
}

gg_tensor *gg_mvgrl_forward(gg_tape *t, const gg_mvgrl *m, const gg_mvgrl_graph *g)
{
    gg_tensor *h[GG_MVGRL_VIEWS];
    for (int v = 0; v < GG_MVGRL_VIEWS; v++) {
        const gg_prelu_gcn *encoder = &m->encoder[v];
        gg_tensor *product = gg_spmm_linear(t, g->features, encoder->conv.weight);
        h[v] = gg_prelu_gcn_forward(t, encoder, g->view[v], product);
    }
    return gg_add(t, h[0], h[1]);
}

/* As in gg_dgi_loss, shuffled features share the product. */
gg_tensor *gg_mvgrl_loss(gg_tape *t, const gg_mvgrl *m, const gg_mvgrl_graph *g,
                         const int32_t *order)
{
    gg_tensor *real[GG_MVGRL_VIEWS], *corrupted[GG_MVGRL_VIEWS], *loss[GG_MVGRL_VIEWS];
    for (int v = 0; v < GG_MVGRL_VIEWS; v++) {
        const gg_prelu_gcn *encoder = &m->encoder[v];
        gg_tensor *product = gg_spmm_linear(t, g->features, encoder->conv.weight);
        gg_tensor *shuffled = gg_gather_rows(t, product, g->features->rows, order);
        real[v] = gg_prelu_gcn_forward(t, encoder, g->view[v], product);
        corrupted[v] = gg_prelu_gcn_forward(t, encoder, g->view[v], shuffled);
    }
    for (int v = 0; v < GG_MVGRL_VIEWS; v++) {
        gg_tensor *summary = gg_graph_summary(t, real[1 - v]);
        loss[v] = gg_discriminator_loss(
            t, gg_discriminator_forward(t, &m->discriminator, real[v], summary),
            gg_discriminator_forward(t, &m->discriminator, corrupted[v], summary));
    }
    return gg_scale(t, gg_add(t, loss[0], loss[1]), 0.5);
}

/* ---- a run ---- */

typedef struct run {
    const gg_mvgrl_options *options;
    gg_mvgrl model;
    gg_params *params;
    gg_csr *adjacency, *diffusion;
    gg_csr *degrees; /* which are the features where there are none */
    gg_mvgrl_graph graph;
    int64_t parts;       /* 0: the graph is taken whole */
    gg_mvgrl_part *part; /* what the tape's operations work on */
    int32_t *order;      /* of each part's nodes */
} run;

static gg_tensor *part_loss(const run *r, gg_tape *t, int64_t k, gg_rng rng)
{
    gg_error e;
    gg_mvgrl_part *part = &r->part[k];
    int32_t *order = r->order + k * r->options->part_nodes;
    gg_mvgrl_part_free(part);
    if (gg_mvgrl_draw(&r->graph, gg_rng_fork(rng, NODES), r->options->part_nodes, r->options->most,
                      part, &e))
        return gg_tape_fail(t, e.code, "%s", e.message);
    gg_mvgrl_graph g = {{part->view[0], part->view[1]}, part->features};
    gg_draw_order(gg_rng_fork(rng, SHUFFLE), r->options->part_nodes, order);
    return gg_mvgrl_loss(t, &r->model, &g, order);
}

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const run *r = context;
    if (r->parts == 0) {
        gg_draw_order(gg_rng_fork(rng, SHUFFLE), r->graph.features->rows, r->order);
        return gg_mvgrl_loss(t, &r->model, &r->graph, r->order);
    }
    gg_tensor *sum = part_loss(r, t, 0, gg_rng_fork(rng, 0));
    for (int64_t k = 1; k < r->parts; k++)
        sum = gg_add(t, sum, part_loss(r, t, k, gg_rng_fork(rng, (uint64_t)k)));
    return gg_scale(t, sum, 1 / (double)r->parts);
}

static gg_tensor *encode(void *context, gg_tape *t)
{
    const run *r = context;
    return gg_mvgrl_forward(t, &r->model, &r->graph);
}

static gg_status check(const gg_embedding_source *s, const gg_mvgrl_options *o, gg_error *e)
{
    if (gg_graph_check(s->graph, "mvgrl", e))
        return GG_ERR_ARGUMENT;
    if (s->graph->nodes < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "mvgrl: a graph without nodes");
    if (o->hidden < 1 || o->hidden > 65536)
        return gg_fail(e, GG_ERR_ARGUMENT, "mvgrl: hidden %lld, expected 1 to 65536",
                       (long long)o->hidden);
    if (o->part_nodes < 1 || o->parts < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "mvgrl: %lld parts of %lld nodes, expected 1 or more",
                       (long long)o->parts, (long long)o->part_nodes);
    if (o->epochs < 1 || o->patience < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "mvgrl: %lld epochs, patience %lld, expected 1 or more",
                       (long long)o->epochs, (long long)o->patience);
    return GG_OK;
}

static gg_status prepare_views(run *r, const gg_embedding_source *s, gg_error *e)
{
    const gg_mvgrl_options *o = r->options;
    gg_status status = gg_embedding_inputs(s, &r->graph.features, &r->degrees, e);
    if (!status)
        status = gg_graph_gcn_matrix(s->graph, GG_F32, &r->adjacency, e);
    if (!status)
        status = gg_graph_diffusion(s->graph, o->alpha, o->epsilon, o->most, GG_F32, s->threads,
                                    &r->diffusion, e);
    r->graph.view[0] = r->adjacency;
    r->graph.view[1] = r->diffusion;
    return status;
}

/* A step on parts costs what a step on a graph of their size does. */
static gg_status prepare_parts(run *r, gg_error *e)
{
    int64_t nodes = r->graph.features->rows, size = r->options->part_nodes, count = nodes;
    if (r->options->parts < (nodes + size - 1) / size) {
        r->parts = r->options->parts;
        count = r->parts * size;
    }
    r->part = gg_zalloc((size_t)r->parts, sizeof *r->part);
    r->order = gg_alloc((size_t)count, sizeof *r->order);
    return r->part && r->order
               ? GG_OK
               : gg_fail(e, GG_ERR_MEMORY, "mvgrl: no memory for %lld nodes", (long long)count);
}

static gg_status prepare(run *r, const gg_embedding_source *s, gg_error *e)
{
    gg_status status = check(s, r->options, e);
    if (!status)
        status = prepare_views(r, s, e);
    if (!status)
        status = prepare_parts(r, e);
    if (!status)
        status = gg_params_new(GG_F32, &r->params, e);
    if (status)
        return status;
    gg_mvgrl_init(&r->model, r->params, r->graph.features->cols, r->options->hidden);
    return gg_params_build(r->params, gg_rng_fork(gg_rng_new(s->seed), PARAMETERS), e);
}

static void release(run *r)
{
    for (int64_t k = 0; r->part && k < r->parts; k++)
        gg_mvgrl_part_free(&r->part[k]);
    gg_free(r->part);
    gg_free(r->order);
    gg_params_free(r->params);
    gg_csr_free(r->diffusion);
    gg_csr_free(r->adjacency);
    gg_csr_free(r->degrees);
}

gg_status gg_embed_mvgrl(const gg_embedding_source *source, const gg_mvgrl_options *options,
                         gg_tensor **out, gg_error *e)
{
    run r = {.options = options};
    gg_fit fit =
        gg_embedding_fit(options->lr, options->weight_decay, options->epochs, options->patience);
    fit.loss = loss;
    fit.context = &r;
    gg_status status = prepare(&r, source, e);
    if (!status)
        status = gg_embedding_train(source, &fit, r.params, encode, out, e);
    release(&r);
    return status;
}

/* ---- by name ---- */

static gg_mvgrl_options options_of(int64_t dimensions)
{
    gg_mvgrl_options o = gg_mvgrl_defaults();
    o.hidden = dimensions;
    return o;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    gg_mvgrl_options o = options_of(dimensions);
    return gg_embed_mvgrl(s, &o, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    gg_mvgrl_options o = options_of(dimensions);
    snprintf(text, size,
             "hidden %lld, alpha %g, epsilon %g, most %lld, %lld parts of %lld nodes, rate %g, "
             "weight decay %g, epochs %lld, patience %lld",
             (long long)o.hidden, o.alpha, o.epsilon, (long long)o.most, (long long)o.parts,
             (long long)o.part_nodes, o.lr, o.weight_decay, (long long)o.epochs,
             (long long)o.patience);
}

const gg_embedding_method gg_method_mvgrl = {"mvgrl", embed, settings};
