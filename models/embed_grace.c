/* embed_grace.c: GRACE (Zhu et al. 2020). Two views of the graph lack some edges and some features
 * each, and a node must know itself in the other view among all nodes of both. */
#include "embedding.h"

#include <stdio.h>

/* What the random numbers of a run and of an epoch are for. */
enum { PARAMETERS, EDGES, FEATURES = EDGES + 2, BATCH = FEATURES + 2 };

gg_grace_options gg_grace_defaults(void)
{
    return (gg_grace_options){.hidden = 256,
                              .projection = 256,
                              .activation = GG_GRACE_PRELU,
                              .drop_edges = {0.3, 0.4},
                              .drop_features = {0.3, 0.4},
                              .tau = 0.4,
                              .lr = 0.001,
                              .weight_decay = 1e-5,
                              .epochs = 200,
                              .batch = 1024};
}

/* ---- the model ---- */

void gg_grace_init(gg_grace *m, gg_params *p, int64_t features, int64_t hidden, int64_t projection,
                   gg_grace_activation activation)
{
    *m = (gg_grace){0};
    gg_gcn_init(&m->first, p, "encoder.conv.0", features, 2 * hidden);
    gg_gcn_init(&m->second, p, "encoder.conv.1", 2 * hidden, hidden);
    if (activation == GG_GRACE_PRELU)
        m->slope =
            gg_params_add(p, "encoder.activation.weight", 1, (int64_t[]){1}, GG_INIT_QUARTER, 0);
    gg_mlp_init(&m->projection, p, "projection", 2, (int64_t[]){hidden, projection, hidden}, 0,
                true);
}

static gg_tensor *activate(gg_tape *t, const gg_grace *m, gg_tensor *h)
{
    return m->slope ? gg_prelu(t, h, m->slope) : gg_relu(t, h);
}

/* (X M) W^T = X (W M)^T with M the diagonal matrix of the mask: X stays as it is. */
gg_tensor *gg_grace_forward(gg_tape *t, const gg_grace *m, const gg_csr *adj, const gg_csr *x,
                            gg_tensor *mask)
{
    gg_gcn first = m->first;
    if (mask)
        first.weight = gg_mul(t, first.weight, mask);
    gg_tensor *h = activate(t, m, gg_gcn_forward_sparse(t, &first, adj, x));
    return activate(t, m, gg_gcn_forward(t, &m->second, adj, h));
}

static gg_tensor *project(gg_tape *t, const gg_grace *m, gg_tensor *z)
{
    return gg_mlp_forward(t, &m->projection, z, gg_rng_new(0), 0); /* without dropout */
}

gg_tensor *gg_grace_loss(gg_tape *t, const gg_grace *m, gg_tensor *z1, gg_tensor *z2, double tau)
{
    gg_tensor *p1 = project(t, m, z1);
    return gg_nt_xent(t, p1, project(t, m, z2), tau);
}

/* ---- a run ---- */

typedef struct run {
    const gg_grace_options *options;
    gg_grace model;
    gg_params *params;
    gg_csr *adjacency;
    const gg_csr *features;
    gg_csr *degrees; /* which are the features where there are none */
    int32_t *order;  /* of the nodes; a batch is its beginning */
} run;

static gg_tensor *view(const run *r, gg_tape *t, int which, gg_rng rng)
{
    const gg_grace_options *o = r->options;
    double edges = o->drop_edges[which], features = o->drop_features[which];
    const gg_csr *adj = r->adjacency;
    gg_tensor *mask = NULL;
    if (edges > 0)
        adj = gg_drop_edges(t, adj, edges, gg_rng_fork(rng, (uint64_t)(EDGES + which)));
    if (features > 0)
        mask = gg_draw_mask(t, r->features->cols, features,
                            gg_rng_fork(rng, (uint64_t)(FEATURES + which)));
    return gg_grace_forward(t, &r->model, adj, r->features, mask);
}

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const run *r = context;
    const gg_grace_options *o = r->options;
    gg_tensor *z1 = view(r, t, 0, rng), *z2 = view(r, t, 1, rng);
    if (o->batch > 0 && o->batch < r->features->rows) {
        gg_draw_order(gg_rng_fork(rng, BATCH), r->features->rows, r->order);
        z1 = gg_gather_rows(t, z1, o->batch, r->order);
        z2 = gg_gather_rows(t, z2, o->batch, r->order);
    }
    return gg_grace_loss(t, &r->model, z1, z2, o->tau);
}

static gg_tensor *encode(void *context, gg_tape *t)
{
    const run *r = context;
    return gg_grace_forward(t, &r->model, r->adjacency, r->features, NULL);
}

static gg_status check(const gg_grace_options *o, gg_error *e)
{
    if (o->hidden < 1 || o->hidden > 65536 || o->projection < 1 || o->projection > 65536)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "grace: hidden %lld, projection %lld, expected 1 to 65536",
                       (long long)o->hidden, (long long)o->projection);
    for (int k = 0; k < 2; k++)
        if (!(o->drop_edges[k] >= 0 && o->drop_edges[k] <= 1 && o->drop_features[k] >= 0 &&
              o->drop_features[k] <= 1))
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "grace: view %d drops edges at %g and features at %g, expected 0 to 1",
                           k + 1, o->drop_edges[k], o->drop_features[k]);
    if (o->epochs < 1 || o->batch < 0)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "grace: %lld epochs and batches of %lld, expected at least 1 and 0",
                       (long long)o->epochs, (long long)o->batch);
    return GG_OK;
}

static gg_status prepare(run *r, const gg_embedding_source *s, gg_error *e)
{
    const gg_grace_options *o = r->options;
    gg_status status = check(o, e);
    if (!status)
        status = gg_embedding_inputs(s, &r->features, &r->degrees, e);
    if (!status)
        status = gg_graph_gcn_matrix(s->graph, GG_F32, &r->adjacency, e);
    if (!status && !(r->order = gg_alloc((size_t)s->graph->nodes, sizeof *r->order)))
        status = gg_fail(e, GG_ERR_MEMORY, "grace: no memory for %lld nodes",
                         (long long)s->graph->nodes);
    if (!status)
        status = gg_params_new(GG_F32, &r->params, e);
    if (status)
        return status;
    gg_grace_init(&r->model, r->params, r->features->cols, o->hidden, o->projection, o->activation);
    return gg_params_build(r->params, gg_rng_fork(gg_rng_new(s->seed), PARAMETERS), e);
}

gg_status gg_embed_grace(const gg_embedding_source *source, const gg_grace_options *options,
                         gg_tensor **out, gg_error *e)
{
    run r = {.options = options};
    gg_fit fit = gg_embedding_fit(options->lr, options->weight_decay, options->epochs, 0);
    fit.loss = loss;
    fit.context = &r;
    gg_status status = prepare(&r, source, e);
    if (!status)
        status = gg_embedding_train(source, &fit, r.params, encode, out, e);
    gg_params_free(r.params);
    gg_csr_free(r.adjacency);
    gg_csr_free(r.degrees);
    gg_free(r.order);
    return status;
}

/* ---- by name ---- */

static gg_grace_options options_of(int64_t dimensions)
{
    gg_grace_options o = gg_grace_defaults();
    o.hidden = o.projection = dimensions;
    return o;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    gg_grace_options o = options_of(dimensions);
    return gg_embed_grace(s, &o, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    gg_grace_options o = options_of(dimensions);
    snprintf(text, size,
             "hidden %lld, projection %lld, %s, edges dropped %g and %g, features %g and %g, tau "
             "%g, rate %g, weight decay %g, epochs %lld, batch %lld",
             (long long)o.hidden, (long long)o.projection,
             o.activation == GG_GRACE_PRELU ? "PReLU" : "ReLU", o.drop_edges[0], o.drop_edges[1],
             o.drop_features[0], o.drop_features[1], o.tau, o.lr, o.weight_decay,
             (long long)o.epochs, (long long)o.batch);
}

const gg_embedding_method gg_method_grace = {"grace", embed, settings};
