/* CFLP's modules: encoder and decoder composed from layers, and their forward passes. */
#include "models.h"
#include "cflp.h"

#include <stdio.h>
#include <string.h>

gg_cflp_options gg_cflp_defaults(void)
{
    return (gg_cflp_options){.encoder = GG_CFLP_JKNET,
                             .layers = 3,
                             .hidden = 256,
                             .dropout = 0.3,
                             .dropout_decoder = 0.5,
                             .alpha = 1,
                             .beta = 1,
                             .disc_pairs = 1000,
                             .lr = 0.1,
                             .lr_ft = 5e-3,
                             .schedule = "cyclic",
                             .weight_decay = 5e-6,
                             .clip = 1,
                             .epochs = 2000,
                             .epochs_ft = 1000,
                             .patience = 100,
                             .batch_size = 65536,
                             .neg_rate = 1,
                             .metric = "auc",
                             .seed = 1,
                             .threads = 1};
}

static gg_status check_options(const gg_cflp_options *o, int64_t features, gg_error *e)
{
    if (o->layers < 1 || o->layers > GG_CFLP_MAX_LAYERS)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: %d layers, expected 1 to %d", o->layers,
                       GG_CFLP_MAX_LAYERS);
    if (o->hidden < 1 || features < 1)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "cflp: width %lld over %lld features, expected both positive",
                       (long long)o->hidden, (long long)features);
    if (!(o->neg_rate > 0) || o->batch_size < 1 || o->patience < 1 || o->threads < 1 ||
        o->disc_pairs < 1 || o->epochs < 1)
        return gg_fail(
            e, GG_ERR_ARGUMENT,
            "cflp: neg_rate, batch_size, patience, threads, disc_pairs and epochs must be "
            "positive");
    if (!(o->alpha >= 0) || !(o->beta >= 0) || !(o->clip >= 0) || !(o->weight_decay >= 0))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "cflp: alpha, beta, clip and weight_decay must not be negative");
    gg_metrics none = {0};
    double unknown = o->metric ? gg_metrics_get(&none, o->metric) : -1;
    if (unknown != 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: unknown metric '%s'", o->metric ? o->metric : "");
    gg_schedule schedule;
    return gg_schedule_named(o->schedule, o->lr, &schedule, e);
}

static void register_layers(gg_cflp *m, int64_t features)
{
    const gg_cflp_options *o = &m->options;
    char name[64];
    for (int k = 0; k < o->layers; k++) {
        snprintf(name, sizeof name, "encoder.convs.%d", k);
        gg_gcn_init(&m->convs[k], m->params, name, k ? o->hidden : features, o->hidden);
    }
    for (int k = 0; k < o->layers; k++) {
        snprintf(name, sizeof name, "encoder.bns.%d", k);
        gg_batch_norm_init(&m->bns[k], m->params, name, o->hidden);
    }
    gg_jumping_knowledge_init(&m->jk, m->params, "encoder.weights",
                              o->encoder == GG_CFLP_JKNET ? GG_JK_WEIGHTED : GG_JK_NONE, o->layers,
                              o->hidden);
    int64_t widths[] = {o->hidden + 1, o->hidden, 1};
    gg_mlp_init(&m->decoder, m->params, "decoder.mlp_out", 2, widths, o->dropout_decoder, false);
}

gg_status gg_cflp_new(const gg_cflp_options *options, int64_t features, gg_dtype dtype,
                      gg_cflp **out, gg_error *e)
{
    gg_status status = check_options(options, features, e);
    if (status)
        return status;
    gg_cflp *m = gg_zalloc(1, sizeof *m);
    if (!m)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory");
    m->options = *options;
    m->dtype = dtype;
    status = gg_params_new(dtype, &m->params, e);
    if (!status) {
        register_layers(m, features);
        status = gg_params_build(m->params, cflp_rng(options, CFLP_PARAMETERS, 0), e);
    }
    if (status) {
        gg_cflp_free(m);
        return status;
    }
    *out = m;
    return GG_OK;
}

void gg_cflp_free(gg_cflp *m)
{
    if (m) {
        gg_params_free(m->params);
        gg_free(m);
    }
}

gg_tensor *gg_cflp_encode(gg_tape *t, const gg_cflp *m, const gg_csr *adj, const gg_csr *x,
                          gg_rng rng)
{
    const gg_cflp_options *o = &m->options;
    gg_tensor *layers[GG_CFLP_MAX_LAYERS];
    for (int k = 0; k < o->layers; k++) {
        gg_tensor *h = k ? gg_gcn_forward(t, &m->convs[k], adj, layers[k - 1])
                         : gg_gcn_forward_sparse(t, &m->convs[0], adj, x);
        h = gg_elu(t, gg_batch_norm_forward(t, &m->bns[k], h));
        layers[k] = gg_dropout(t, h, o->dropout, gg_rng_fork(rng, (uint64_t)k), 0);
    }
    return gg_jumping_knowledge_forward(t, &m->jk, layers);
}

/* The treatment is the hidden layer's last input column: W [z_u * z_v, T] = W_z (z_u * z_v) + T
 * w_T, and only the second term tells factual from counterfactual. */
gg_tensor *gg_cflp_pair_product(gg_tape *t, const gg_cflp *m, gg_tensor *z, const gg_pairs *pairs)
{
    const gg_linear_layer *hidden = &m->decoder.layer[0];
    return gg_linear_part(t, gg_hadamard_pairs(t, z, pairs), hidden->weight, 0, hidden->bias);
}

gg_tensor *gg_cflp_logits(gg_tape *t, const gg_cflp *m, gg_tensor *product,
                          const gg_tensor *treatment, gg_rng rng, int64_t first_row)
{
    const gg_linear_layer *hidden = &m->decoder.layer[0];
    gg_tensor *h = gg_add_column(t, product, hidden->weight, hidden->in - 1, treatment);
    h = gg_dropout(t, gg_elu(t, h), m->decoder.dropout, rng, first_row);
    return gg_linear_forward(t, &m->decoder.layer[1], h);
}
