/* CFLP's settings, and its modules: an encoder and a decoder. */
#include "models.h"
#include "cflp.h"

gg_cflp_options gg_cflp_defaults(void)
{
    return (gg_cflp_options){
        .encoder = {.conv = GG_LINK_GCN,
                    .jk = GG_JK_WEIGHTED,
                    .layers = 3,
                    .hidden = 256,
                    .norm = GG_LINK_BATCH_NORM,
                    .activation = GG_LINK_ELU,
                    .dropout = 0.3},
        .decoder = {.pair = GG_LINK_HADAMARD, .layers = 2, .hidden = 256, .dropout = 0.5},
        .treatments = 1,
        .bundle = GG_CFLP_AVERAGE,
        .alpha = 1,
        .beta = 1,
        .disc = GG_CFLP_MEAN,
        .disc_pairs = 1000,
        .balance = GG_CFLP_BALANCED,
        .lr = 0.1,
        .lr_ft = 5e-3,
        .schedule = "cyclic",
        .clock = GG_CFLP_STEPS,
        .weight_decay = 5e-6,
        .clip = 1,
        .epochs = 2000,
        .epochs_ft = 1000,
        .patience = 100,
        .decoder_start = GG_CFLP_KEEP,
        .batch_size = 65536,
        .neg_rate = 1,
        .metric = "auc",
        .seed = 1,
        .threads = 1};
}

static gg_status check_shape(const gg_cflp_options *o, int64_t features, gg_error *e)
{
    if (o->encoder.layers < 1 || o->encoder.layers > GG_LINK_MAX_LAYERS)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: %d layers, expected 1 to %d", o->encoder.layers,
                       GG_LINK_MAX_LAYERS);
    if (o->decoder.layers < 1 || o->decoder.layers > GG_MLP_MAX)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: a decoder of %d layers, expected 1 to %d",
                       o->decoder.layers, GG_MLP_MAX);
    if (o->encoder.hidden < 1 || o->decoder.hidden < 1 || features < 1)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "cflp: widths %lld and %lld over %lld features, expected all positive",
                       (long long)o->encoder.hidden, (long long)o->decoder.hidden,
                       (long long)features);
    return GG_OK;
}

static gg_status check_options(const gg_cflp_options *o, int64_t features, gg_error *e)
{
    gg_status status = check_shape(o, features, e);
    if (status)
        return status;
    if (!(o->neg_rate > 0) || o->batch_size < 1 || o->patience < 1 || o->threads < 1 ||
        o->disc_pairs < 1 || o->epochs < 1)
        return gg_fail(
            e, GG_ERR_ARGUMENT,
            "cflp: neg_rate, batch_size, patience, threads, disc_pairs and epochs must be "
            "positive");
    if (!(o->alpha >= 0) || !(o->beta >= 0) || !(o->clip >= 0) || !(o->weight_decay >= 0))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "cflp: alpha, beta, clip and weight_decay must not be negative");
    if (o->treatments < 0 || o->treatments > GG_CFLP_MAX_TREATMENTS)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: %d treatments, expected 0 to %d", o->treatments,
                       GG_CFLP_MAX_TREATMENTS);
    if (o->treatments == 0 && (o->alpha > 0 || o->beta > 0))
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: alpha and beta must be 0 without a treatment");
    gg_metrics none = {0};
    double unknown = o->metric ? gg_metrics_get(&none, o->metric) : -1;
    if (unknown != 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: unknown metric '%s'", o->metric ? o->metric : "");
    gg_schedule schedule;
    return gg_schedule_named(o->schedule, o->lr, &schedule, e);
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
        gg_link_encoder_init(&m->encoder, m->params, "encoder", &options->encoder, features);
        gg_link_decoder_init(&m->decoder, m->params, "decoder", &options->decoder, m->encoder.out,
                             options->treatments);
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
