/* embed_dgi.c: Deep Graph Infomax (Velickovic et al. 2019). Nodes learn to know their own graph's
 * summary from what they would be if all features were shuffled. */
#include "embedding.h"

#include <stdio.h>

/* What the random numbers of a run and of an epoch are for. */
enum { PARAMETERS, SHUFFLE };

gg_dgi_options gg_dgi_defaults(void)
{
    return (gg_dgi_options){
        .hidden = 512, .lr = 0.001, .weight_decay = 0, .epochs = 2000, .patience = 20};
}

/* ---- the model ---- */

void gg_dgi_init(gg_dgi *m, gg_params *p, int64_t features, int64_t hidden)
{
    gg_prelu_gcn_init(&m->encoder, p, "gcn", features, hidden);
    gg_discriminator_init(&m->discriminator, p, "disc.f_k", hidden);
}

gg_tensor *gg_dgi_forward(gg_tape *t, const gg_dgi *m, const gg_csr *adj, const gg_csr *x)
{
    gg_tensor *product = gg_spmm_linear(t, x, m->encoder.conv.weight);
    return gg_prelu_gcn_forward(t, &m->encoder, adj, product);
}

/* Shuffled rows of X have the shuffled rows of X W^T for their product. */
gg_tensor *gg_dgi_loss(gg_tape *t, const gg_dgi *m, const gg_csr *adj, const gg_csr *x,
                       const int32_t *order)
{
    gg_tensor *product = gg_spmm_linear(t, x, m->encoder.conv.weight);
    gg_tensor *shuffled = gg_gather_rows(t, product, x->rows, order);
    gg_tensor *real = gg_prelu_gcn_forward(t, &m->encoder, adj, product);
    gg_tensor *corrupted = gg_prelu_gcn_forward(t, &m->encoder, adj, shuffled);
    gg_tensor *summary = gg_graph_summary(t, real);
    return gg_discriminator_loss(
        t, gg_discriminator_forward(t, &m->discriminator, real, summary),
        gg_discriminator_forward(t, &m->discriminator, corrupted, summary));
}

/* ---- a run ---- */

typedef struct run {
    gg_dgi model;
    gg_params *params;
    gg_csr *adjacency;
    const gg_csr *features;
    gg_csr *degrees; /* which are the features where there are none */
    int32_t *order;
} run;

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const run *r = context;
    gg_draw_order(gg_rng_fork(rng, SHUFFLE), r->features->rows, r->order);
    return gg_dgi_loss(t, &r->model, r->adjacency, r->features, r->order);
}

static gg_tensor *encode(void *context, gg_tape *t)
{
    const run *r = context;
    return gg_dgi_forward(t, &r->model, r->adjacency, r->features);
}

static gg_status check(const gg_dgi_options *o, gg_error *e)
{
    if (o->hidden < 1 || o->hidden > 65536)
        return gg_fail(e, GG_ERR_ARGUMENT, "dgi: hidden %lld, expected 1 to 65536",
                       (long long)o->hidden);
    if (o->epochs < 1 || o->patience < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "dgi: %lld epochs, patience %lld, expected 1 or more",
                       (long long)o->epochs, (long long)o->patience);
    return GG_OK;
}

static gg_status prepare(run *r, const gg_embedding_source *s, const gg_dgi_options *o, gg_error *e)
{
    gg_status status = check(o, e);
    if (!status)
        status = gg_embedding_inputs(s, &r->features, &r->degrees, e);
    if (!status)
        status = gg_graph_gcn_matrix(s->graph, GG_F32, &r->adjacency, e);
    if (!status && !(r->order = gg_alloc((size_t)s->graph->nodes, sizeof *r->order)))
        status =
            gg_fail(e, GG_ERR_MEMORY, "dgi: no memory for %lld nodes", (long long)s->graph->nodes);
    if (!status)
        status = gg_params_new(GG_F32, &r->params, e);
    if (status)
        return status;
    gg_dgi_init(&r->model, r->params, r->features->cols, o->hidden);
    return gg_params_build(r->params, gg_rng_fork(gg_rng_new(s->seed), PARAMETERS), e);
}

gg_status gg_embed_dgi(const gg_embedding_source *source, const gg_dgi_options *options,
                       gg_tensor **out, gg_error *e)
{
    run r = {0};
    gg_fit fit =
        gg_embedding_fit(options->lr, options->weight_decay, options->epochs, options->patience);
    fit.loss = loss;
    fit.context = &r;
    gg_status status = prepare(&r, source, options, e);
    if (!status)
        status = gg_embedding_train(source, &fit, r.params, encode, out, e);
    gg_params_free(r.params);
    gg_csr_free(r.adjacency);
    gg_csr_free(r.degrees);
    gg_free(r.order);
    return status;
}

/* ---- by name ---- */

static gg_dgi_options options_of(int64_t dimensions)
{
    gg_dgi_options o = gg_dgi_defaults();
    o.hidden = dimensions;
    return o;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    gg_dgi_options o = options_of(dimensions);
    return gg_embed_dgi(s, &o, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    gg_dgi_options o = options_of(dimensions);
    snprintf(text, size, "hidden %lld, rate %g, weight decay %g, epochs %lld, patience %lld",
             (long long)o.hidden, o.lr, o.weight_decay, (long long)o.epochs, (long long)o.patience);
}

const gg_embedding_method gg_method_dgi = {"dgi", embed, settings};
