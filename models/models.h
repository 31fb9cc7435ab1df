/*
 * models.h: link predictors composed from nn.h and graph.h. CFLP is "Learning from Counterfactual
 * Links for Link Prediction" (Zhao et al., ICML 2022); docs/cflp.md tells where its text and its
 * authors' program differ, and what this one does.
 */
#ifndef GG_MODELS_H
#define GG_MODELS_H

#include "graph.h"
#include "nn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gg_cflp_encoder {
    GG_CFLP_GCN,  /* the last layer's output */
    GG_CFLP_JKNET /* the layers' outputs weighted by the softmax of learned scalars */
} gg_cflp_encoder;

/* All of a run's settings; gg_cflp_defaults() gives those of the authors' program. */
typedef struct gg_cflp_options {
    gg_cflp_encoder encoder;
    int layers;     /* of the encoder */
    int64_t hidden; /* width of every layer and of z */
    double dropout; /* of the encoder */
    double dropout_decoder;
    double alpha, beta;   /* weights of the counterfactual and of the discrepancy loss */
    int64_t disc_pairs;   /* pairs drawn a step for the discrepancy, of either kind */
    double lr, lr_ft;     /* training (the schedule's peak) and fine-tuning (constant) */
    const char *schedule; /* of the rate in training; see gg_schedule_named */
    double weight_decay;
    double clip; /* largest gradient norm in training; 0: no clipping */
    int64_t epochs, epochs_ft, patience;
    int64_t batch_size; /* training links a step */
    double neg_rate;    /* negatives a training link */
    const char *metric; /* of the validation pairs; selects the epoch. See gg_metrics_get */
    uint64_t seed;
    int threads;
    int64_t tile_pairs; /* pairs a micro-batch tile; results differ in rounding only */
} gg_cflp_options;

GG_API gg_cflp_options gg_cflp_defaults(void);

/* The model: an encoder of graph convolutions, each with batch norm, ELU and dropout, and the
 * decoder MLP([z_i * z_j, T_ij]) (CFLP, equations 5 to 7). */
#define GG_CFLP_MAX_LAYERS 8
typedef struct gg_cflp {
    gg_dtype dtype;
    gg_params *params;
    gg_cflp_options options;
    gg_gcn convs[GG_CFLP_MAX_LAYERS];
    gg_batch_norm_layer bns[GG_CFLP_MAX_LAYERS];
    gg_jumping_knowledge jk;
    gg_mlp decoder; /* two layers: hidden + 1 -> hidden -> 1, the last without bias */
} gg_cflp;

/* Parameters are drawn from the seed of the options. dtype: f32 to train. */
GG_API gg_status gg_cflp_new(const gg_cflp_options *options, int64_t features, gg_dtype dtype,
                             gg_cflp **out, gg_error *e);
GG_API void gg_cflp_free(gg_cflp *m);

/* Z (nodes x hidden) from the normalised training adjacency and the features. rng: of this step's
 * dropout. */
GG_API gg_tensor *gg_cflp_encode(gg_tape *t, const gg_cflp *m, const gg_csr *adj, const gg_csr *x,
                                 gg_rng rng);

/* The decoder in two parts, so that factual and counterfactual logits share the product: the hidden
 * layer's product with z_u * z_v for each pair, (pairs x hidden); and the logits (pairs x 1) for
 * given treatments (pairs values, 0 or 1). */
GG_API gg_tensor *gg_cflp_pair_product(gg_tape *t, const gg_cflp *m, gg_tensor *z,
                                       const gg_pairs *pairs);
GG_API gg_tensor *gg_cflp_logits(gg_tape *t, const gg_cflp *m, gg_tensor *product,
                                 const gg_tensor *treatment, gg_rng rng, int64_t first_row);

/* L_F and L_CF (equations 8, 9): binary cross-entropy of logits against outcomes, positives
 * weighted; `share` is 1 / (pairs of the batch), so that tiles add up to the batch's mean. */
GG_API gg_tensor *gg_cflp_outcome_loss(gg_tape *t, gg_tensor *logits, const gg_tensor *outcome,
                                       double pos_weight, double share);

/* L_disc as the authors' program has it: with X = [z_u, z_v] over the pairs,
 * sqrt(mse(mean X_factual, mean X_counterfactual) + 1e-6). */
GG_API gg_tensor *gg_cflp_discrepancy_loss(gg_tape *t, gg_tensor *z, const gg_pairs *factual,
                                           const gg_pairs *counterfactual);

/* What a progress callback is told after every epoch. Return false to stop: training ends as if
 * patience had run out, and the best epoch is kept. */
typedef struct gg_cflp_progress {
    bool finetuning;
    int64_t epoch, epochs; /* from 1 */
    double loss, lr;
    double valid, best_valid;
    double seconds; /* since the phase began */
} gg_cflp_progress;
typedef bool (*gg_cflp_callback)(const gg_cflp_progress *progress, void *context);

/* One run's results. */
typedef struct gg_cflp_result {
    gg_metrics valid, test;           /* of the restored best epoch */
    int64_t best_epoch, epochs;       /* of training, from 1 */
    int64_t best_epoch_ft, epochs_ft; /* of fine-tuning; best 0: none was better */
    double seconds_training, seconds_finetuning, seconds_evaluation; /* none inside another */
    bool stopped;                                                    /* by the callback */
} gg_cflp_result;

/*
 * Trains a model on d with the treatment c and the matches m: alpha L_CF and beta L_disc added to
 * L_F, Adam, gradient clipping, the schedule; keeps the epoch with the best validation metric (the
 * latest of equals), its running statistics included; then fine-tunes the decoder on L_F with the
 * encoder frozen and keeps what is strictly better. matcher may be NULL when alpha and beta are 0.
 * The test pairs are scored once, by the restored model.
 */
GG_API GG_MUST_CHECK gg_status gg_cflp_train(gg_cflp *model, const gg_dataset *d,
                                             const gg_clustering *c, const gg_matcher *matcher,
                                             gg_cflp_callback callback, void *context,
                                             gg_cflp_result *result, gg_error *e);

/* Probabilities of a link for given pairs with their observed treatment; and, if ite is not NULL,
 * the individual treatment effect g((z_u, z_v), 1) - g((z_u, z_v), 0) (equation 1). */
GG_API GG_MUST_CHECK gg_status gg_cflp_predict(const gg_cflp *model, const gg_dataset *d,
                                               const gg_clustering *c, const gg_pairs *pairs,
                                               double *probability, double *ite, gg_error *e);

/* The matches of all pairs u < v, summed up; and the averaged treatment effects (equations 11, 12):
 * observed, over the pairs that have a match, with the links of the training graph as outcomes;
 * estimated, over all pairs with T^CF = 1 - T, as the authors' program has it. */
typedef struct gg_cflp_effects {
    int64_t pairs, found,
        positive; /* all pairs; those with a match; counterfactual links among them */
    double ate_obs;
} gg_cflp_effects;

/* Matches of all pairs and ATE_obs: needs no model. */
GG_API GG_MUST_CHECK gg_status gg_cflp_observe(const gg_dataset *d, const gg_clustering *c,
                                               const gg_matcher *matcher, int threads,
                                               gg_cflp_effects *effects, gg_error *e);

/* ATE_est of a trained model, over all pairs u < v; of a graph with more than GG_CFLP_ATE_PAIRS,
 * over that many drawn uniformly (standard error below 2e-4). */
#define GG_CFLP_ATE_PAIRS ((int64_t)1 << 24)
GG_API GG_MUST_CHECK gg_status gg_cflp_estimate(const gg_cflp *model, const gg_dataset *d,
                                                double *ate_est, gg_error *e);

#ifdef __cplusplus
}
#endif
#endif
