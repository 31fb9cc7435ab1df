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

/* ---- encoder and decoder ------------------------------------------------------------------ */

/* The convolution of an encoder's layers. */
typedef enum gg_link_conv {
    GG_LINK_GCN, /* gg_gcn */
    GG_LINK_SAGE /* gg_sage */
} gg_link_conv;

/* What follows a convolution, before the activation. */
typedef enum gg_link_norm {
    GG_LINK_BATCH_NORM, /* gg_batch_norm_layer */
    GG_LINK_NO_NORM     /* nothing */
} gg_link_norm;

/* The activation of an encoder's layers. */
typedef enum gg_link_activation {
    GG_LINK_ELU, /* gg_elu */
    GG_LINK_RELU /* gg_relu */
} gg_link_activation;

/* What GraphSAGE's mean is over. */
typedef enum gg_link_mean {
    GG_LINK_WITH_SELF, /* a node and its neighbours */
    GG_LINK_NEIGHBORS  /* its neighbours */
} gg_link_mean;

/* How two rows of z become the representation of their pair. */
typedef enum gg_link_pair {
    GG_LINK_HADAMARD, /* z_u * z_v, element by element */
    GG_LINK_INNER,    /* the inner product <z_u, z_v> */
    GG_LINK_CONCAT    /* z_u and z_v side by side: (u, v) and (v, u) differ */
} gg_link_pair;

/* The shape of an encoder. */
typedef struct gg_link_encoder_options {
    gg_link_conv conv;
    gg_link_mean mean; /* of GG_LINK_SAGE */
    gg_jk_mode jk;     /* how the layers' outputs become z */
    int layers;
    int64_t hidden; /* width of every layer */
    gg_link_norm norm;
    gg_link_activation activation;
    double dropout;
} gg_link_encoder_options;

/* The shape of a decoder. */
typedef struct gg_link_decoder_options {
    gg_link_pair pair;
    int layers;
    int64_t hidden; /* width between layers */
    double dropout;
} gg_link_decoder_options;

/* Nodes to vectors: layers of a convolution, then maybe batch norm, activation and dropout each;
 * the outputs of all layers joined by jumping knowledge. Names: NAME.convs.K, NAME.bns.K,
 * NAME.weights. */
#define GG_LINK_MAX_LAYERS 8
typedef struct gg_link_encoder {
    gg_link_encoder_options options;
    gg_gcn gcn[GG_LINK_MAX_LAYERS]; /* one of the two kinds is there */
    gg_sage sage[GG_LINK_MAX_LAYERS];
    gg_batch_norm_layer bns[GG_LINK_MAX_LAYERS];
    gg_jumping_knowledge jk;
    int64_t in, out; /* width of the features; of z */
} gg_link_encoder;
GG_API void gg_link_encoder_init(gg_link_encoder *l, gg_params *p, const char *name,
                                 const gg_link_encoder_options *options, int64_t in);

/* The matrix that the convolutions are made with, of a training graph; the caller's. */
GG_API gg_status gg_link_encoder_matrix(const gg_link_encoder *l, const gg_graph *g, gg_dtype dtype,
                                        gg_csr **out, gg_error *e);

/* Z (nodes x out) from that matrix and the features (nodes x in). rng: of this step's dropout. */
GG_API gg_tensor *gg_link_encoder_forward(gg_tape *t, const gg_link_encoder *l, const gg_csr *adj,
                                          const gg_csr *x, gg_rng rng);

/* Pairs to logits: an MLP, ELU between its layers and no bias in the last, of the pair's
 * representation and of as many more inputs as there are treatments. Names: NAME.mlp_out. */
typedef struct gg_link_decoder {
    gg_link_pair pair;
    int64_t treatments;
    gg_mlp mlp;
} gg_link_decoder;
GG_API void gg_link_decoder_init(gg_link_decoder *l, gg_params *p, const char *name,
                                 const gg_link_decoder_options *options, int64_t width_of_z,
                                 int64_t treatments);

/* The decoder in two parts, so that logits under several treatments share the product: the first
 * layer's product with each pair's representation, (pairs x its width); and the logits (pairs x 1)
 * for given treatments (pairs x treatments, 0 or 1; for one treatment pairs values will do; NULL if
 * there is none). first_row: the batch index of the first pair, for dropout. */
GG_API gg_tensor *gg_link_decoder_product(gg_tape *t, const gg_link_decoder *l, gg_tensor *z,
                                          const gg_pairs *pairs);
GG_API gg_tensor *gg_link_decoder_logits(gg_tape *t, const gg_link_decoder *l, gg_tensor *product,
                                         const gg_tensor *treatment, gg_rng rng, int64_t first_row);

/* ---- CFLP --------------------------------------------------------------------------------- */

/* What L_disc measures. */
typedef enum gg_cflp_discrepancy {
    GG_CFLP_MEAN,     /* between the means of drawn pairs; gg_cflp_discrepancy_loss */
    GG_CFLP_SINKHORN, /* between the clouds of drawn pairs; gg_cflp_discrepancy_loss */
    GG_CFLP_FROBENIUS /* the paper's, see gg_cflp_frobenius_discrepancy */
} gg_cflp_discrepancy;

/* The weight of a link in the losses. */
typedef enum gg_cflp_balance {
    GG_CFLP_BALANCED, /* non-links / links */
    GG_CFLP_PLAIN     /* 1 */
} gg_cflp_balance;

/* What the learning rate's schedule counts. */
typedef enum gg_cflp_clock {
    GG_CFLP_STEPS, /* of the optimizer */
    GG_CFLP_EPOCHS
} gg_cflp_clock;

/* Where fine-tuning's decoder starts. */
typedef enum gg_cflp_decoder_start {
    GG_CFLP_KEEP, /* as training left it; only what beats its best validation metric is taken */
    GG_CFLP_ANEW  /* drawn anew; its best epoch is taken */
} gg_cflp_decoder_start;

/* What the counterfactuals of several treatments are to a training step. */
typedef enum gg_cflp_bundle {
    GG_CFLP_AVERAGE, /* L_CF and L_disc are means over the treatments */
    GG_CFLP_SAMPLE   /* they are of one treatment, drawn for each step */
} gg_cflp_bundle;

/* At most so many treatments of a model. */
#define GG_CFLP_MAX_TREATMENTS 16

/* All of a run's settings. */
typedef struct gg_cflp_options {
    gg_link_encoder_options encoder;
    gg_link_decoder_options decoder;
    int treatments; /* a column of the decoder for each; 0: a plain link predictor, see
                       gg_gnn_link_defaults */
    gg_cflp_bundle bundle;
    double alpha, beta; /* weights of the counterfactual and of the discrepancy loss */
    gg_cflp_discrepancy disc;
    int64_t disc_pairs; /* pairs drawn a step for the discrepancy, of either kind */
    gg_cflp_balance balance;
    double lr, lr_ft;     /* training (the schedule's peak) and fine-tuning (constant) */
    const char *schedule; /* of the rate in training; see gg_schedule_named */
    gg_cflp_clock clock;
    double weight_decay;
    double clip; /* largest gradient norm in training; 0: no clipping */
    int64_t epochs, epochs_ft, patience;
    gg_cflp_decoder_start decoder_start;
    int64_t batch_size; /* training links a step */
    double neg_rate;    /* negatives a training link; no more than there are */
    const char *metric; /* of the validation pairs; selects the epoch. See gg_metrics_get */
    uint64_t seed;
    int threads;
    int64_t tile_pairs; /* pairs a micro-batch tile; results differ in rounding only */
} gg_cflp_options;

/* The settings of the authors' program. */
GG_API gg_cflp_options gg_cflp_defaults(void);

/* The same encoder and decoder without treatment, counterfactuals and fine-tuning: the plain graph
 * network that the paper compares with. It is trained, and predicts, by the functions below, with
 * NULL for the treatments and the matchers. */
GG_API gg_cflp_options gg_gnn_link_defaults(void);

/*
 * The model (CFLP, equations 5 to 7). With several treatments (the paper's future work) the decoder
 * sees all of them, [z_u * z_v, T^1, ..., T^K], and each has counterfactuals of its own: in that of
 * treatment k the pair is matched under T^k alone, T^k is turned into its T^CF, and the other
 * treatments stay as they are. All these logits share the product (z_u * z_v) W.
 */
typedef struct gg_cflp {
    gg_dtype dtype;
    gg_params *params;
    gg_cflp_options options;
    gg_link_encoder encoder;
    gg_link_decoder decoder;
} gg_cflp;

/* Parameters are drawn from the seed of the options. dtype: f32 to train. */
GG_API gg_status gg_cflp_new(const gg_cflp_options *options, int64_t features, gg_dtype dtype,
                             gg_cflp **out, gg_error *e);
GG_API void gg_cflp_free(gg_cflp *m);

/* L_F and L_CF (equations 8, 9): binary cross-entropy of logits against outcomes, positives
 * weighted; `share` is 1 / (pairs of the batch), so that tiles add up to the batch's mean. */
GG_API gg_tensor *gg_cflp_outcome_loss(gg_tape *t, gg_tensor *logits, const gg_tensor *outcome,
                                       double pos_weight, double share);

/* L_disc as the authors' program has it: with X = [z_u, z_v] over drawn pairs,
 * GG_CFLP_MEAN sqrt(mse(mean X_factual, mean X_counterfactual) + 1e-6); or GG_CFLP_SINKHORN, the
 * Sinkhorn divergence of the two clouds of rows of X (gg_sinkhorn, blur 0.05). */
GG_API gg_tensor *gg_cflp_discrepancy_loss(gg_tape *t, gg_cflp_discrepancy disc, gg_tensor *z,
                                           const gg_pairs *factual, const gg_pairs *counterfactual);

/* L_disc as the paper writes it, GG_CFLP_FROBENIUS (equation 10): the Frobenius norm of the
 * difference of [z_u * z_v, T] and [z_u * z_v, T^CF] over the pairs of a batch. The products
 * cancel, so it is sqrt(sum (T - T^CF)^2), which no parameter moves. T and T^CF: column k of
 * matrices (pairs or more x treatments). */
GG_API double gg_cflp_frobenius_discrepancy(int64_t pairs, const gg_tensor *treatment,
                                            const gg_tensor *cf_treatment, int64_t k);

/* What a progress callback is told after every epoch. Return false to stop: training ends without
 * what would come after, fine-tuning too, and the best epoch is kept. */
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
 * Trains a model on d with its treatments t (an array; of one treatment simply &t) and the matches
 * under each (matchers, likewise): alpha L_CF and beta L_disc added to L_F, Adam, gradient
 * clipping, the schedule; keeps the epoch with the best validation metric (the latest of equals),
 * its running statistics included; then fine-tunes the decoder on L_F with the encoder frozen and
 * keeps what is strictly better. matchers may be NULL when alpha and beta are 0, t when there are
 * no treatments. The test pairs are scored once, by the restored model.
 */
GG_API GG_MUST_CHECK gg_status gg_cflp_train(gg_cflp *model, const gg_dataset *d,
                                             const gg_treatment *t, gg_matcher *const *matchers,
                                             gg_cflp_callback callback, void *context,
                                             gg_cflp_result *result, gg_error *e);

/* Probabilities of a link for given pairs with their observed treatments; and, if ite is not NULL,
 * the individual treatment effect g((z_u, z_v), 1) - g((z_u, z_v), 0) (equation 1) of each
 * treatment, the others as observed: of the first for all pairs, then of the second, ... */
GG_API GG_MUST_CHECK gg_status gg_cflp_predict(const gg_cflp *model, const gg_dataset *d,
                                               const gg_treatment *t, const gg_pairs *pairs,
                                               double *probability, double *ite, gg_error *e);

/* The matches of all pairs u < v, summed up, and the observed averaged treatment effect: (2 T - 1)
 * (A - A^CF), A the links of the training graph. Its mean over all pairs is the paper's (equation
 * 11; a pair without a match adds 0), that over the pairs with a match the authors' program's,
 * and not a number where there is none. Of a graph with more than GG_CFLP_OBSERVED_PAIRS, over
 * GG_CFLP_ATE_PAIRS drawn uniformly. */
typedef struct gg_cflp_effects {
    int64_t pairs;               /* looked at */
    int64_t treated;             /* T = 1 */
    int64_t links;               /* A = 1 */
    int64_t treated_links;       /* both */
    int64_t found;               /* those with a match */
    int64_t positive;            /* counterfactual links among them */
    double distance;             /* mean of the matches' */
    double ate_obs, ate_obs_all; /* over the pairs with a match; over all */
    bool sampled;
} gg_cflp_effects;

/* How many pairs are drawn where there are too many. */
#define GG_CFLP_ATE_PAIRS ((int64_t)1 << 22)
/* How many are not too many to look at for the observed effect. */
#define GG_CFLP_OBSERVED_PAIRS ((int64_t)1 << 28)

/* Matches and observed effect: needs no model. */
GG_API GG_MUST_CHECK gg_status gg_cflp_observe(const gg_dataset *d, const gg_matcher *matcher,
                                               int threads, gg_cflp_effects *effects, gg_error *e);

/* ATE_est of a trained model: the mean individual effect of a treatment. Over all pairs u < v it is
 * the paper's (equation 12); of a graph with more than GG_CFLP_ATE_PAIRS, over that many drawn
 * uniformly (standard error below 3e-4). That of the authors' program is over the training links
 * and the pairs to validate and test on, links or not, that have a match; NaN where there is none.
 */
typedef struct gg_cflp_estimates {
    double ate_est, ate_est_all; /* over the split's pairs with a match; over all */
} gg_cflp_estimates;

/* Both of each of the model's treatments. matchers NULL: ate_est is NaN. */
GG_API GG_MUST_CHECK gg_status gg_cflp_estimate(const gg_cflp *model, const gg_dataset *d,
                                                const gg_treatment *t, gg_matcher *const *matchers,
                                                gg_cflp_estimates *out, gg_error *e);

/* ---- a model of one's own ------------------------------------------------------------------ */

/*
 * The whole of training for a link predictor of one's own, which gives its encoder and perhaps its
 * decoder. Each epoch is one step on the mean cross-entropy (gg_bce_with_logits) of the training
 * links, as 1, and of non-links drawn afresh (gg_negatives_draw), as 0, in micro-batches; the epoch
 * with the best validation metric is kept. Start from gg_link_fit_defaults().
 */
typedef struct gg_link_fit {
    /* The settings of training, gg_fit_defaults(). Its context is that of the functions below too;
     * its loss and evaluate are not called. */
    gg_fit fit;
    double neg_rate;    /* non-links a training link: 1; no more than there are */
    const char *metric; /* of the validation pairs: "auc"; see gg_metrics_get */

    /* Z, a row a node, on t, an empty tape. rng: this epoch's, to fork for each purpose. A constant
     * need not be on t. */
    gg_tensor *(*encode)(void *context, gg_tape *t, gg_rng rng);

    /* Logits of a tile's pairs, one each, as gg_microbatch wants them: called from several threads
     * at once. rng: this epoch's, another than encode's. NULL: inner products <z_u, z_v>. */
    gg_tensor *(*score)(void *context, gg_tape *t, gg_tensor *z, const gg_tile *tile, gg_rng rng);

    /* A further loss, {1}, that is added to the cross-entropy: a norm of z, or the divergence of
     * what encode, which was called just before, made on the way and keeps in the context. NULL:
     * none. */
    gg_tensor *(*penalty)(void *context, gg_tape *t, gg_tensor *z);
} gg_link_fit;

/* The values that the fields' comments name, and no callbacks. */
GG_API gg_link_fit gg_link_fit_defaults(void);

/* Trains the parameters on the split of d and leaves them as they were after the best epoch, or, at
 * an error, as they are then. */
GG_API GG_MUST_CHECK gg_status gg_link_fit_run(const gg_link_fit *f, gg_params *p,
                                               const gg_dataset *d, gg_trainer_result *result,
                                               gg_error *e);

/* The logits of pairs, by the parameters as they are. */
GG_API GG_MUST_CHECK gg_status gg_link_fit_scores(const gg_link_fit *f, const gg_params *p,
                                                  const gg_pairs *pairs, double *scores,
                                                  gg_error *e);

/* How they rank links among others: of the test set, say. */
GG_API GG_MUST_CHECK gg_status gg_link_fit_metrics(const gg_link_fit *f, const gg_params *p,
                                                   const gg_pair_list *links,
                                                   const gg_pair_list *others, gg_metrics *out,
                                                   gg_error *e);

/* ---- embeddings --------------------------------------------------------------------------- */

/* How far an embedding's training is. */
typedef struct gg_embedding_progress {
    const char *what;    /* "epoch", "walks" */
    int64_t step, steps; /* from 1; the most there will be, 0: nobody knows */
    double loss;         /* NaN where there is none */
    double seconds;      /* since the method began */
} gg_embedding_progress;

/* Called after every step. Return false to stop: the method fails with GG_ERR_STATE. */
typedef bool (*gg_embedding_callback)(const gg_embedding_progress *progress, void *context);

/* What an embedding is learned from, without labels. The same source gives the same bits at any
 * number of threads. features: nodes x F, f32; NULL: there are none, and a method that needs some
 * takes degrees, gg_graph_degree_features. */
typedef struct gg_embedding_source {
    const gg_graph *graph; /* the training graph: no other links are seen */
    const gg_csr *features;
    uint64_t seed;
    int threads;
    gg_embedding_callback progress; /* NULL: nobody watches */
    void *context;                  /* of progress */
} gg_embedding_source;

/* An embedding by a method's name, with the method's own defaults: nodes x dimensions, f32, the
 * caller's. "features" are as wide as they are. GG_ERR_ARGUMENT for an unknown name. */
GG_API GG_MUST_CHECK gg_status gg_embed(const char *method, const gg_embedding_source *source,
                                        int64_t dimensions, gg_tensor **out, gg_error *e);

/* The k-th method's name; NULL behind the last. */
GG_API const char *gg_embedding_name(int k);

/* The method's settings in words ("hidden 512, rate 0.001, patience 20"), as far as they decide its
 * result; cut to size. GG_ERR_ARGUMENT for an unknown name. */
GG_API gg_status gg_embedding_settings(const char *method, int64_t dimensions, char *text,
                                       size_t size, gg_error *e);

/* A name for the bits that gg_embed makes, to keep them by: SHA-256, in hexadecimal, of the method,
 * its settings, the dimensions, the source's graph, features and seed, the library's version, and
 * what it was compiled with and computes with, which decide how numbers are rounded. */
GG_API GG_MUST_CHECK gg_status gg_embedding_key(const char *method,
                                                const gg_embedding_source *source,
                                                int64_t dimensions, char key[65], gg_error *e);

/*
 * Link prediction by an embedding alone (nodes x any, f32 or f64), as it is but for one factor,
 * which makes the mean square of its entries 1: the decoder learns the links of d's training set.
 * With GG_LINK_HADAMARD and three layers of 256 it does as the Open Graph Benchmark does with
 * Node2Vec, by which the paper compares; with one layer it is logistic regression. fit: the
 * settings of training, whose context is that of its progress alone and whose encode and score are
 * not called. *valid and *test are of the best epoch.
 */
GG_API GG_MUST_CHECK gg_status gg_embedding_link(const gg_tensor *z,
                                                 const gg_link_decoder_options *decoder,
                                                 const gg_link_fit *fit, const gg_dataset *d,
                                                 gg_metrics *valid, gg_metrics *test,
                                                 gg_trainer_result *result, gg_error *e);

/* The features themselves as a dense matrix, but for columns of zeros: they add nothing to a
 * distance, and one-hot degrees of a graph with hubs have little else. Method "features". */
GG_API GG_MUST_CHECK gg_status gg_embed_features(const gg_embedding_source *source, gg_tensor **out,
                                                 gg_error *e);

/* ---- contrastive learning ----------------------------------------------------------------- */

/* A graph convolution, then PReLU with one learned slope: the encoder of DGI and MVGRL. Names:
 * NAME.lin.weight (out x in), NAME.bias (out), NAME.act.weight (1). product: X W^T (n x out) with
 * conv.weight for W, of sparse features by gg_spmm_linear; passes over the same features share it.
 * adj: as in gg_gcn_forward. */
typedef struct gg_prelu_gcn {
    gg_gcn conv;
    gg_tensor *slope;
} gg_prelu_gcn;
GG_API void gg_prelu_gcn_init(gg_prelu_gcn *l, gg_params *p, const char *name, int64_t in,
                              int64_t out);
GG_API gg_tensor *gg_prelu_gcn_forward(gg_tape *t, const gg_prelu_gcn *l, const gg_csr *adj,
                                       gg_tensor *product);

/* A graph in one vector: the sigmoid of the mean of its nodes' rows, H (n x width) -> (width x 1)
 * (DGI, equation 3). */
GG_API gg_tensor *gg_graph_summary(gg_tape *t, gg_tensor *h);

/* Whether nodes belong to a summary s: logits H W s + b (DGI, equation 4), H (n x width), s
 * (width x 1) -> (n x 1). Names: NAME.weight (width x width), NAME.bias (1). */
typedef struct gg_discriminator {
    gg_tensor *weight, *bias;
} gg_discriminator;
GG_API void gg_discriminator_init(gg_discriminator *d, gg_params *p, const char *name,
                                  int64_t width);
GG_API gg_tensor *gg_discriminator_forward(gg_tape *t, const gg_discriminator *d, gg_tensor *h,
                                           gg_tensor *summary);

/* The mean binary cross-entropy of the logits of real nodes, as 1, and of corrupted ones, as 0
 * (DGI, equation 1) -> {1}. */
GG_API gg_tensor *gg_discriminator_loss(gg_tape *t, gg_tensor *real, gg_tensor *corrupted);

/* A random order of the ids 0 to count - 1. */
GG_API void gg_draw_order(gg_rng rng, int64_t count, int32_t *order);

/* Ones, but each a zero with probability p: {count}, constant, on the tape. */
GG_API gg_tensor *gg_draw_mask(gg_tape *t, int64_t count, double p, gg_rng rng);

/* The matrix of gg_graph_gcn_matrix for a graph whose edges are dropped with probability p each:
 * adj's places, with zeros where an edge is gone, degrees counted anew. adj: that of the whole
 * graph, whose values are not looked at. Both live until the tape is reset. */
GG_API const gg_csr *gg_drop_edges(gg_tape *t, const gg_csr *adj, double p, gg_rng rng);

/* Deep Graph Infomax, "Deep Graph Infomax" (Velickovic et al., ICLR 2019). Names: "gcn",
 * "disc.f_k". */
typedef struct gg_dgi {
    gg_prelu_gcn encoder;
    gg_discriminator discriminator;
} gg_dgi;
GG_API void gg_dgi_init(gg_dgi *m, gg_params *p, int64_t features, int64_t hidden);

/* The embedding (nodes x hidden) from the matrix of gg_graph_gcn_matrix and the features. */
GG_API gg_tensor *gg_dgi_forward(gg_tape *t, const gg_dgi *m, const gg_csr *adj, const gg_csr *x);

/* The loss -> {1}: the discriminator against a graph whose node i has the features of node
 * order[i]. order: a permutation (gg_draw_order), alive until the tape is reset. */
GG_API gg_tensor *gg_dgi_loss(gg_tape *t, const gg_dgi *m, const gg_csr *adj, const gg_csr *x,
                              const int32_t *order);

/* How gg_embed_dgi trains: with Adam, until the loss has not fallen for `patience` epochs. */
typedef struct gg_dgi_options {
    int64_t hidden; /* width of the embedding */
    double lr, weight_decay;
    int64_t epochs, patience; /* epochs: at most */
} gg_dgi_options;

/* Those of the authors' program, and at most 2000 epochs: hidden 512, lr 0.001, patience 20. */
GG_API gg_dgi_options gg_dgi_defaults(void);

/* Trains DGI and embeds the nodes by the epoch of the least loss: nodes x hidden, f32, the
 * caller's. The authors divide each node's features by their sum. Method "dgi". */
GG_API GG_MUST_CHECK gg_status gg_embed_dgi(const gg_embedding_source *source,
                                            const gg_dgi_options *options, gg_tensor **out,
                                            gg_error *e);

/* The activation of GRACE's encoder. */
typedef enum gg_grace_activation {
    GG_GRACE_RELU, /* gg_relu */
    GG_GRACE_PRELU /* gg_prelu, one slope for both layers */
} gg_grace_activation;

/* GRACE, "Deep Graph Contrastive Representation Learning" (Zhu et al. 2020): two graph
 * convolutions, the first twice as wide as the second, and the projection that the loss is taken
 * behind, an MLP of two layers. Names: "encoder.conv.0", "encoder.conv.1",
 * "encoder.activation.weight" (1), "projection". */
typedef struct gg_grace {
    gg_gcn first, second;
    gg_tensor *slope; /* NULL: ReLU */
    gg_mlp projection;
} gg_grace;
GG_API void gg_grace_init(gg_grace *m, gg_params *p, int64_t features, int64_t hidden,
                          int64_t projection, gg_grace_activation activation);

/* The embedding (nodes x hidden) from the matrix of gg_graph_gcn_matrix, or of gg_drop_edges, and
 * the features; mask: ones and zeros that the columns of x are multiplied by (gg_draw_mask), or
 * NULL. */
GG_API gg_tensor *gg_grace_forward(gg_tape *t, const gg_grace *m, const gg_csr *adj,
                                   const gg_csr *x, gg_tensor *mask);

/* The loss of the same nodes in two views, gg_nt_xent of their projections -> {1}. */
GG_API gg_tensor *gg_grace_loss(gg_tape *t, const gg_grace *m, gg_tensor *z1, gg_tensor *z2,
                                double tau);

/* How gg_embed_grace trains: with Adam, a step an epoch, on two views drawn anew. */
typedef struct gg_grace_options {
    int64_t hidden, projection; /* width of the embedding; between the projection's layers */
    gg_grace_activation activation;
    double drop_edges[2], drop_features[2]; /* how likely each view drops an edge; a column of x */
    double tau;
    double lr, weight_decay;
    int64_t epochs;
    int64_t batch; /* nodes that an epoch contrasts, drawn where there are more; 0: all */
} gg_grace_options;

/* One setting for all graphs: 256 wide, PReLU, edges dropped at 0.3 and 0.4, features at 0.3 and
 * 0.4, tau 0.4, lr 0.001, weight decay 1e-5, 200 epochs, batches of 1024. The authors publish
 * others for each data set, all near it, and contrast all nodes. */
GG_API gg_grace_options gg_grace_defaults(void);

/* Trains GRACE and embeds the nodes of the whole graph: nodes x hidden, f32, the caller's. An
 * epoch's time grows with the square of the batch, its memory with the graph alone. The authors
 * divide each node's features by their sum. Method "grace". */
GG_API GG_MUST_CHECK gg_status gg_embed_grace(const gg_embedding_source *source,
                                              const gg_grace_options *options, gg_tensor **out,
                                              gg_error *e);
/* What gg_embed_svd factorises. */
typedef struct gg_svd_options {
    int64_t dimensions;
    int64_t hops;       /* t of S^t X */
    int64_t hops_alone; /* t of S^t, of a graph without features */
} gg_svd_options;

/* 128 dimensions; 2 and 6 hops; these and the power of s are what brought validation links of
 * Cora, CiteSeer and Facebook nearest, compared with other pairs. */
GG_API gg_svd_options gg_svd_defaults(void);

/*
 * The cheap embedding: a truncated singular value decomposition of smoothed features,
 *     S^t X = U diag(s) V^T,    Z = U_k diag(s_k)^(2/3), rows then divided by their lengths,
 * with S = D^-1/2 (A + I) D^-1/2, D the degrees of A + I and one mean degree more each, and the
 * rows of X the features divided by their lengths. Without features X = I. So a distance is that
 * between directions, sqrt(2 - 2 cosine). Rows that none of the k vectors reaches are zeros, as are
 * columns beyond the number of nodes. The seed draws the solver's first guess, of which where
 * singular values repeat, or nearly do, the result depends. Memory O(nodes dimensions + edges +
 * entries).
 * Method "svd".
 */
GG_API GG_MUST_CHECK gg_status gg_embed_svd(const gg_embedding_source *source,
                                            const gg_svd_options *options, gg_tensor **out,
                                            gg_error *e);

/* How Node2Vec learns. */
typedef struct gg_node2vec_options {
    int64_t dimensions; /* at most 4096 */
    double p, q;        /* of its walks, see gg_walk_options */
    int64_t walks;      /* from each node */
    int64_t length;     /* nodes of a walk */
    int64_t window;     /* steps between a node and its farthest context */
    int64_t negatives;  /* samples a pair, at most 63 */
    double rate;        /* of gradient descent, falling linearly to almost 0 */
} gg_node2vec_options;

/* The paper's: 128 dimensions, p = q = 1, 10 walks of 80 nodes, window 10; and word2vec's: 5
 * negative samples, rate 0.025. */
GG_API gg_node2vec_options gg_node2vec_defaults(void);

/* Node2Vec (Grover and Leskovec 2016): vectors z, and h of contexts, that maximise
 *     log s(<z_u, h_v>) + sum over negative samples n of log s(-<z_u, h_n>),  s(x) = 1 / (1 + e^-x)
 * over the pairs (u, v) that are near each other on second-order random walks, by gradient descent
 * pair by pair; z comes out. Negative samples have probabilities in proportion to degree^(3/4). A
 * node without an edge, of which walks say nothing, has a row of zeros. Features are not looked at.
 * Memory O(nodes dimensions + edges). Method "node2vec". */
GG_API GG_MUST_CHECK gg_status gg_embed_node2vec(const gg_embedding_source *source,
                                                 const gg_node2vec_options *options,
                                                 gg_tensor **out, gg_error *e);

/*
 * MVGRL on nodes, "Contrastive Multi-View Representation Learning on Graphs" (Hassani and
 * Khasahmadi, ICML 2020). Two views of a graph, its adjacency and its diffusion, have an encoder
 * each. The discriminator is asked of a node's vector in one view whether it belongs to the summary
 * of the other; the embedding is the sum of both vectors. Names: "gcn1" of the adjacency, "gcn2" of
 * the diffusion, "disc.f_k".
 */
#define GG_MVGRL_VIEWS 2
typedef struct gg_mvgrl {
    gg_prelu_gcn encoder[GG_MVGRL_VIEWS];
    gg_discriminator discriminator;
} gg_mvgrl;
GG_API void gg_mvgrl_init(gg_mvgrl *m, gg_params *p, int64_t features, int64_t hidden);

/* What the model sees of a graph, or of a part of one; alive until the tape is reset. */
typedef struct gg_mvgrl_graph {
    const gg_csr *view[GG_MVGRL_VIEWS]; /* gg_graph_gcn_matrix, gg_graph_diffusion */
    const gg_csr *features;
} gg_mvgrl_graph;

/* The embedding (nodes x hidden). */
GG_API gg_tensor *gg_mvgrl_forward(gg_tape *t, const gg_mvgrl *m, const gg_mvgrl_graph *g);

/* The loss -> {1}: in either view the discriminator against a graph whose node i has the features
 * of node order[i], both with the summary of the other view. order: as of gg_dgi_loss. */
GG_API gg_tensor *gg_mvgrl_loss(gg_tape *t, const gg_mvgrl *m, const gg_mvgrl_graph *g,
                                const int32_t *order);

/* How gg_embed_mvgrl trains: with Adam, until the loss has not fallen for `patience` epochs. An
 * epoch is one step on a few parts of the graph, drawn anew, or on all of it if they would hold as
 * many nodes together. */
typedef struct gg_mvgrl_options {
    int64_t hidden;        /* width of the embedding */
    double alpha, epsilon; /* of gg_graph_diffusion, as is */
    int64_t most;          /* this one */
    int64_t part_nodes;    /* of a part */
    int64_t parts;         /* of an epoch */
    double lr, weight_decay;
    int64_t epochs, patience; /* epochs: at most */
} gg_mvgrl_options;

/* Those of the authors' program, hidden 512, alpha 0.2, 4 parts of 2000 nodes, lr 0.001, at most
 * 3000 epochs, patience 20; but a sparse diffusion, epsilon 1e-4, most 8: on CiteSeer, where theirs
 * is cut too, more entries do worse, on Cora no better. */
GG_API gg_mvgrl_options gg_mvgrl_defaults(void);

/* Trains MVGRL and embeds the nodes by the epoch of the least loss: nodes x hidden, f32, the
 * caller's. Memory O(nodes (hidden + most)). The authors divide each node's features by their sum.
 * Method "mvgrl". */
GG_API GG_MUST_CHECK gg_status gg_embed_mvgrl(const gg_embedding_source *source,
                                              const gg_mvgrl_options *options, gg_tensor **out,
                                              gg_error *e);

/* ---- keeping what was trained ------------------------------------------------------------- */

/*
 * Writes the values of a built set of parameters, buffers too, to a NumPy archive, to which
 * numpy.load gives each under its name; to a temporary name beside path, synced, then renamed.
 * about: a text to keep beside them, such as the settings that the model was made with, the
 * archive's member "about.txt"; NULL: none. The same values and text give the same bytes.
 */
GG_API GG_MUST_CHECK gg_status gg_params_write(const gg_params *p, const char *about,
                                               const char *path, gg_error *e);

/* Reads values into a built set with the same names and shapes, but for axes of 1, of either type:
 * what gg_params_write or numpy.savez wrote, such as the state_dict of a PyTorch model. One name
 * that either lacks is an error, GG_ERR_FORMAT, and after an error no value has changed. */
GG_API GG_MUST_CHECK gg_status gg_params_read(gg_params *p, const char *path, gg_error *e);

/* The text beside the values; gg_free's. GG_ERR_FORMAT where there is none. */
GG_API GG_MUST_CHECK gg_status gg_params_read_about(const char *path, char **about, gg_error *e);

/* ---- without training --------------------------------------------------------------------- */

/* The metrics of a heuristic's scores in the training graph, for the validation and test pairs. */
GG_API GG_MUST_CHECK gg_status gg_heuristic_link(gg_heuristic kind, const gg_dataset *d,
                                                 int threads, gg_metrics *valid, gg_metrics *test,
                                                 gg_error *e);

#ifdef __cplusplus
}
#endif
#endif
