/*
 * nn.h: parameters, layers, optimizers and learning-rate schedules, and the micro-batches that keep
 * a decoder over millions of pairs in cache. A layer is a struct of parameter handles with an init
 * and a forward function; a model is a struct of layers.
 */
#ifndef GG_NN_H
#define GG_NN_H

#include "autograd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters --------------------------------------------------------------------------- */

/* How a parameter starts, and starts anew in gg_params_reset. */
typedef enum gg_init {
    GG_INIT_ZERO,
    GG_INIT_ONE,
    GG_INIT_GLOROT, /* uniform(-a, a), a = sqrt(6 / (rows + columns)) (Glorot and Bengio 2010) */
    GG_INIT_FAN_IN, /* uniform(-a, a), a = 1 / sqrt(fan_in) (PyTorch's Linear) */
    GG_INIT_NORMAL, /* normal, standard deviation 1 / sqrt(fan_in); 1 for fan_in 0 */
    GG_INIT_QUARTER /* 0.25, where a PReLU's slope starts (He et al. 2015) */
} gg_init;

/*
 * All parameters of a model: their values and gradients in one flat array each, under dotted names
 * in PyTorch's form ("encoder.convs.0.lin.weight"). Buffers (running statistics) are kept beside
 * them. Layers register in their init functions; gg_params_build then allocates and initialises.
 * Registering never fails: the first error (memory, a name given twice) sticks until the build.
 */
typedef struct gg_params gg_params;

/* An empty set, whose parameters will be of the type dtype; and its end, with all of them. */
GG_API gg_status gg_params_new(gg_dtype dtype, gg_params **out, gg_error *e);
GG_API void gg_params_free(gg_params *p);

/* Registers a parameter; the handle is valid at once, its data after the build. fan_in: how many
 * inputs an output adds up, used by GG_INIT_FAN_IN and GG_INIT_NORMAL only. */
GG_API gg_tensor *gg_params_add(gg_params *p, const char *name, int rank, const int64_t *shape,
                                gg_init init, int64_t fan_in);

/* Registers a buffer: saved and restored with the parameters, never trained. */
GG_API gg_tensor *gg_params_add_buffer(gg_params *p, const char *name, int rank,
                                       const int64_t *shape, gg_init init);

/* Allocates everything registered and draws the initial values: each parameter from its own stream
 * of rng. */
GG_API GG_MUST_CHECK gg_status gg_params_build(gg_params *p, gg_rng rng, gg_error *e);

/* Draws anew those whose name starts with prefix ("" for all), buffers too. */
GG_API void gg_params_reset(gg_params *p, const char *prefix, gg_rng rng);

/* Frozen parameters get no gradient and no update. */
GG_API void gg_params_freeze(gg_params *p, const char *prefix, bool frozen);

/* Sets all gradients to 0, as every step begins. */
GG_API void gg_params_zero_grad(gg_params *p);

/* The Euclidean norm of all gradients, frozen ones excluded; scales them so that it is at most
 * max_norm, as torch.nn.utils.clip_grad_norm_ does; returns the norm before. A norm that is not
 * finite scales nothing: gg_optim_step names the gradient to blame. */
GG_API double gg_params_clip_grad_norm(gg_params *p, double max_norm);

/* By position or name (NULL if there is none). Buffers are found by name only. */
GG_API int64_t gg_params_count(const gg_params *p); /* tensors */
GG_API int64_t gg_params_numel(const gg_params *p); /* elements */
GG_API gg_tensor *gg_params_at(const gg_params *p, int64_t k, const char **name);
GG_API gg_tensor *gg_params_find(const gg_params *p, const char *name);

/* A copy of all values and buffers, to keep the best epoch. Made once from the built parameters'
 * present values, overwritten by gg_snapshot_take. Nothing is copied from or to parameters of
 * another size. */
typedef struct gg_snapshot gg_snapshot;
GG_API gg_status gg_snapshot_new(const gg_params *p, gg_snapshot **out, gg_error *e);
GG_API void gg_snapshot_take(gg_snapshot *s, const gg_params *p);
GG_API void gg_snapshot_restore(const gg_snapshot *s, gg_params *p);
GG_API void gg_snapshot_free(gg_snapshot *s);

/* ---- layers ------------------------------------------------------------------------------- */

/* y = x W^T + b over x's last axis. Names: NAME.weight (out x in), NAME.bias (out). */
typedef struct gg_linear_layer {
    gg_tensor *weight, *bias; /* bias NULL without one */
    int64_t in, out;
} gg_linear_layer;
GG_API void gg_linear_init(gg_linear_layer *l, gg_params *p, const char *name, int64_t in,
                           int64_t out, bool bias);
GG_API gg_tensor *gg_linear_forward(gg_tape *t, const gg_linear_layer *l, gg_tensor *x);

/* Linear, activation, dropout, ..., linear. Names: NAME.0.weight, NAME.3.weight, ... as
 * torch.nn.Sequential numbers (Linear, ELU, Dropout, Linear). The activation is gg_elu; set another
 * after gg_mlp_init (gg_relu, gg_gelu, gg_silu, gg_tanh, or a function of your own). */
#define GG_MLP_MAX 8
typedef struct gg_mlp {
    int layers;
    gg_linear_layer layer[GG_MLP_MAX];
    double dropout;
    gg_tensor *(*activation)(gg_tape *t, gg_tensor *x);
} gg_mlp;
/* widths: layers + 1 numbers, input first. last_bias: whether the last layer has a bias. */
GG_API void gg_mlp_init(gg_mlp *m, gg_params *p, const char *name, int layers,
                        const int64_t *widths, double dropout, bool last_bias);
/* first_row: the batch index of x's first row, for dropout. */
GG_API gg_tensor *gg_mlp_forward(gg_tape *t, const gg_mlp *m, gg_tensor *x, gg_rng rng,
                                 int64_t first_row);
/* The same from the first layer's output h on, for inputs that are no dense matrix: sparse features
 * (gg_spmm_linear), or columns in parts (gg_linear_part). */
GG_API gg_tensor *gg_mlp_after_first(gg_tape *t, const gg_mlp *m, gg_tensor *h, gg_rng rng,
                                     int64_t first_row);

/* Graph convolution A (X W^T) + b with A the normalised adjacency (Kipf and Welling 2017, eq. 2).
 * Names: NAME.lin.weight (out x in), NAME.bias. X is dense, or sparse for the first layer: then
 * A (X W^T) costs only X's entries. */
typedef struct gg_gcn {
    gg_tensor *weight, *bias;
    int64_t in, out;
} gg_gcn;
GG_API void gg_gcn_init(gg_gcn *l, gg_params *p, const char *name, int64_t in, int64_t out);
GG_API gg_tensor *gg_gcn_forward(gg_tape *t, const gg_gcn *l, const gg_csr *adj, gg_tensor *x);
GG_API gg_tensor *gg_gcn_forward_sparse(gg_tape *t, const gg_gcn *l, const gg_csr *adj,
                                        const gg_csr *x);

/* GraphSAGE with the mean (Hamilton, Ying and Leskovec 2017, algorithm 1, the node itself among its
 * neighbours): mean(X over the row of adj) W_l^T + b + X W_r^T. adj: A + I, or A to count the node
 * by W_r alone; only where it has entries counts. Names: NAME.lin_l.weight (out x in),
 * NAME.lin_l.bias, NAME.lin_r.weight. X is dense, or sparse for the first layer. */
typedef struct gg_sage {
    gg_linear_layer left, right;
    int64_t in, out;
} gg_sage;
GG_API void gg_sage_init(gg_sage *l, gg_params *p, const char *name, int64_t in, int64_t out);
GG_API gg_tensor *gg_sage_forward(gg_tape *t, const gg_sage *l, const gg_csr *adj, gg_tensor *x);
GG_API gg_tensor *gg_sage_forward_sparse(gg_tape *t, const gg_sage *l, const gg_csr *adj,
                                         const gg_csr *x);

/* Graph attention (Velickovic et al. 2018, equations 1 to 6). Each of `heads` heads has Z = X W^T
 * of `width` columns; node i gives neighbour j the share softmax over j of leaky_relu(<Z_i, target>
 * + <Z_j, source>), slope 0.2, and gets the sum of the Z_j by shares. The heads side by side
 * (concat) or their mean, plus b. Training drops shares with probability `dropout` and divides the
 * others by 1 - dropout, as PyTorch Geometric's GATConv does. adj: A + I; only where it has entries
 * counts. Names: NAME.lin.weight (heads width x in), NAME.att_src and NAME.att_dst (heads x width),
 * NAME.bias (out). */
typedef struct gg_gat {
    gg_tensor *weight, *source, *target, *bias;
    int64_t in, width, heads, out; /* out: heads x width, or width for the mean */
    bool concat;
    double dropout;
} gg_gat;
GG_API void gg_gat_init(gg_gat *l, gg_params *p, const char *name, int64_t in, int64_t width,
                        int64_t heads, bool concat, double dropout);
GG_API gg_tensor *gg_gat_forward(gg_tape *t, const gg_gat *l, const gg_csr *adj, gg_tensor *x,
                                 gg_rng rng);
GG_API gg_tensor *gg_gat_forward_sparse(gg_tape *t, const gg_gat *l, const gg_csr *adj,
                                        const gg_csr *x, gg_rng rng);

/* Graph isomorphism network (Xu et al. 2019, equation 4.1): MLP(A X + (1 + eps) X), A as given,
 * without self-loops. The MLP's activation is gg_relu, the paper's, unless mlp.activation is set to
 * another. Names: NAME.nn.0.weight, ... (gg_mlp), NAME.eps (1), starting at 0. X is dense, or
 * sparse for the first layer: then A X W^T + (1 + eps) X W^T costs only X's entries. */
typedef struct gg_gin {
    gg_mlp mlp;
    gg_tensor *eps; /* NULL: eps stays 0 */
} gg_gin;
/* layers, widths and dropout as in gg_mlp_init; learn_eps: whether eps is a parameter. */
GG_API void gg_gin_init(gg_gin *l, gg_params *p, const char *name, int layers,
                        const int64_t *widths, double dropout, bool learn_eps);
GG_API gg_tensor *gg_gin_forward(gg_tape *t, const gg_gin *l, const gg_csr *adj, gg_tensor *x,
                                 gg_rng rng);
GG_API gg_tensor *gg_gin_forward_sparse(gg_tape *t, const gg_gin *l, const gg_csr *adj,
                                        const gg_csr *x, gg_rng rng);

/* Batch normalisation, momentum 0.1, eps 1e-5. Names: NAME.weight, NAME.bias, NAME.running_mean,
 * NAME.running_var. */
typedef struct gg_batch_norm_layer {
    gg_tensor *weight, *bias, *running_mean, *running_var;
} gg_batch_norm_layer;
GG_API void gg_batch_norm_init(gg_batch_norm_layer *l, gg_params *p, const char *name,
                               int64_t width);
GG_API gg_tensor *gg_batch_norm_forward(gg_tape *t, const gg_batch_norm_layer *l, gg_tensor *x);

/* Layer normalisation over the last axis (width wide), eps 1e-5. Names: NAME.weight (width,
 * starting at 1), NAME.bias (width, 0). */
typedef struct gg_layer_norm_layer {
    gg_tensor *weight, *bias;
} gg_layer_norm_layer;
GG_API void gg_layer_norm_init(gg_layer_norm_layer *l, gg_params *p, const char *name,
                               int64_t width);
GG_API gg_tensor *gg_layer_norm_forward(gg_tape *t, const gg_layer_norm_layer *l, gg_tensor *x);

/* LSTM cell (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000):
 * [i, f, g, o] = W_ih x + b_ih + W_hh h + b_hh, c' = sigmoid(f) c + sigmoid(i) tanh(g),
 * h' = sigmoid(o) tanh(c'). Names: NAME.weight_ih (4 hidden x in), NAME.weight_hh (4 hidden x
 * hidden), NAME.bias_ih and NAME.bias_hh (4 hidden), each with the suffix behind it: "" as in
 * torch.nn.LSTMCell, "_l0" or "_l0_reverse" as in torch.nn.LSTM. */
typedef struct gg_lstm_cell {
    gg_tensor *weight_ih, *weight_hh, *bias_ih, *bias_hh;
    int64_t in, hidden;
} gg_lstm_cell;
GG_API void gg_lstm_cell_init(gg_lstm_cell *l, gg_params *p, const char *name, const char *suffix,
                              int64_t in, int64_t hidden);
/* One step on X (n x in): *h and *c (n x hidden) become the output and the memory after it. Both
 * NULL at the start: zeros. */
GG_API void gg_lstm_cell_forward(gg_tape *t, const gg_lstm_cell *l, gg_tensor *x, gg_tensor **h,
                                 gg_tensor **c);

/* Jumping knowledge (Xu et al. 2018): how the outputs of all layers become one. */
typedef enum gg_jk_mode {
    GG_JK_NONE,     /* the last layer's output */
    GG_JK_WEIGHTED, /* sum of layers weighted by the softmax of learned scalars, from N(0, 1) */
    GG_JK_MEAN,
    GG_JK_SUM,
    GG_JK_MAX,    /* element by element */
    GG_JK_CONCAT, /* side by side */
    GG_JK_LSTM    /* sum of layers, weighted for each row by the softmax of a linear score of what
                     LSTMs over the layers in both directions say, as PyG's mode "lstm" */
} gg_jk_mode;
typedef struct gg_jumping_knowledge {
    gg_jk_mode mode;
    int layers;
    int64_t width, out;            /* of the layers; of the result: layers x width for CONCAT */
    gg_tensor *weights;            /* WEIGHTED: NAME (layers) */
    gg_lstm_cell onward, backward; /* LSTM: NAME.lstm.weight_ih_l0, .weight_ih_l0_reverse, ...; */
    gg_linear_layer attention;     /* NAME.att; hidden = layers x width / 2 */
} gg_jumping_knowledge;
GG_API void gg_jumping_knowledge_init(gg_jumping_knowledge *l, gg_params *p, const char *name,
                                      gg_jk_mode mode, int layers, int64_t width);
/* x: the outputs of the layers, n x width each, -> (n x out). */
GG_API gg_tensor *gg_jumping_knowledge_forward(gg_tape *t, const gg_jumping_knowledge *l,
                                               gg_tensor *const *x);

/* ---- optimizers and schedules -------------------------------------------------------------- */

/* How parameters follow their gradient g at rate lr. Every step of a parameter:
 *   ADAM   g += w x; m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2;
 *          x -= lr mhat / (sqrt(vhat) + eps), mhat = m / (1 - b1^t), vhat = v / (1 - b2^t)
 *          (Kingma and Ba 2015, algorithm 1, with L2);
 *   ADAMW  the same without w in the gradient, after x *= 1 - lr w (Loshchilov and Hutter 2019,
 *          algorithm 2);
 *   SGD    g += w x; without momentum x -= lr g; with it m = u m + g, then x -= lr m, or Nesterov's
 *          x -= lr (g + u m) (Sutskever et al. 2013, as torch.optim.SGD writes it).
 * w is the weight decay, u the momentum, t the number of steps that the parameter took part in. */
typedef enum gg_optim_kind { GG_OPTIM_ADAM, GG_OPTIM_ADAMW, GG_OPTIM_SGD } gg_optim_kind;

/* Parameters whose names start with prefix go at scale times the rate, with this weight decay in
 * place of the settings'; those of no group go at the rate itself. Set all three fields. */
typedef struct gg_optim_group {
    const char *prefix;
    double scale;        /* 0 or more */
    double weight_decay; /* 0 or more */
} gg_optim_group;

/* What an optimizer is made with; gg_optim_defaults has values to start from. */
typedef struct gg_optim_settings {
    gg_optim_kind kind;
    double weight_decay;
    double momentum;              /* SGD, below 1 */
    bool nesterov;                /* SGD with momentum */
    double beta1, beta2, epsilon; /* Adam and AdamW */
    int groups;                   /* a parameter belongs to the first that fits, or to none */
    const gg_optim_group *group;
} gg_optim_settings;

/* Those of torch.optim's class of the same name: no momentum, beta 0.9 and 0.999, epsilon 1e-8, no
 * weight decay but AdamW's 0.01; no groups. */
GG_API gg_optim_settings gg_optim_defaults(gg_optim_kind kind);

/* An optimizer and its state, as large as the parameters for each of m and v that the kind keeps.
 * The settings are copied. GG_ERR_ARGUMENT for a setting out of range or a group that no parameter
 * belongs to. */
typedef struct gg_optim gg_optim;
GG_API gg_status gg_optim_new(const gg_params *p, const gg_optim_settings *settings, gg_optim **out,
                              gg_error *e);
GG_API void gg_optim_free(gg_optim *o);
/* One step with rate lr. Only parameters that are not frozen move, and only their state changes.
 * GG_ERR_NUMERIC, and no parameter changed, when a gradient is not finite. */
GG_API GG_MUST_CHECK gg_status gg_optim_step(gg_optim *o, gg_params *p, double lr, int threads,
                                             gg_error *e);

/* The rate as a function of the optimizer step, from 0 on. */
typedef enum gg_schedule_kind {
    GG_SCHEDULE_CONSTANT, /* lr */
    GG_SCHEDULE_CYCLIC,   /* warm-up, then from lr linearly towards the floor, again and again */
    GG_SCHEDULE_COSINE,   /* the same along half a cosine: q = (1 + cos(pi s / steps)) / 2 */
    GG_SCHEDULE_SGDR,     /* no warm-up; each period longer than the one before (Loshchilov and
                             Hutter 2017, equation 5) */
    GG_SCHEDULE_STEP      /* lr decay^k after k times `steps` steps */
} gg_schedule_kind;

/*
 * Cyclic and cosine: warm-up steps lr (s + 1) / warmup; annealing steps q lr + (1 - q) floor, q
 * from 1 towards 0; one step at the floor, then the cycle again without its first step
 * (docs/cflp.md, "The learning rate"). To anneal once, give as many steps as are trained.
 * SGDR: q lr + (1 - q) floor with the cosine's q, s counted from 0 in each period.
 * A cycle or a period of no steps stays at the floor; STEP with none stays at lr.
 */
typedef struct gg_schedule {
    gg_schedule_kind kind;
    double lr, floor;
    int64_t warmup; /* CYCLIC, COSINE */
    int64_t steps;  /* of annealing; of SGDR's first period; from drop to drop of STEP */
    int64_t growth; /* SGDR: a period is so many times as long as the one before */
    double decay;   /* STEP: what each drop multiplies by */
} gg_schedule;
GG_API double gg_schedule_rate(const gg_schedule *s, int64_t step);

/* Schedules by name, with lr the highest rate. Those of the CFLP authors' program: "cyclic" (50
 * warm-up and 20 annealing steps, floor 1e-4), "cosine" (10 and 500, floor 1e-3), "sgdr" (periods
 * of 10, 20, 40, ... steps, floor 1e-3; docs/cflp.md tells how theirs differs) and "none"
 * (constant); and "step" (a tenth after every 1000 steps). No floor is above lr. */
GG_API gg_status gg_schedule_named(const char *name, double lr, gg_schedule *out, gg_error *e);

/* ---- training ------------------------------------------------------------------------------ */

/* Where a run of epochs is. */
typedef struct gg_epoch {
    int64_t number, epochs; /* this one, from 1, and the most there will be */
    double loss, lr;        /* the training callback sets or adds to them, for those who watch; loss
                               is 0 before each epoch */
    double score;
    int64_t best; /* the epoch that is kept; 0: none was better than the score to beat */
    double best_score;
    double seconds; /* since the run began */
} gg_epoch;

/* Epochs with early stopping. The callbacks train a model by one epoch, score it (more is better;
 * NaN never is), and watch; progress may be NULL, and ends the run by returning false. */
typedef struct gg_trainer {
    int64_t epochs;   /* at most; 0: the parameters become what the snapshot holds */
    int64_t patience; /* the run ends after so many epochs in a row that were no better; from 1 */
    bool latest;      /* equal counts as better: the latest of the best epochs is kept */
    double score;     /* what the first epoch must beat: -INFINITY, or an earlier run's result */
    gg_status (*train)(void *context, gg_epoch *epoch, gg_error *e);
    gg_status (*evaluate)(void *context, double *score, gg_error *e);
    bool (*progress)(void *context, const gg_epoch *epoch);
    void *context;
} gg_trainer;

/* What a run of epochs came to. */
typedef struct gg_trainer_result {
    int64_t epochs, best_epoch; /* best 0: none was better than the score to beat */
    double score;               /* the best one, or the one to beat */
    double seconds;
    bool stopped; /* by progress */
} gg_trainer_result;

/* Runs the epochs, and leaves p as it was after the best one. best is a snapshot of p; it holds the
 * best epoch, and before the run what belongs to the score to beat. A callback's error ends the run
 * and is returned, with p as it is then; so does a loss that is no number or infinite
 * (GG_ERR_NUMERIC). */
GG_API GG_MUST_CHECK gg_status gg_trainer_run(const gg_trainer *t, gg_params *p, gg_snapshot *best,
                                              gg_trainer_result *result, gg_error *e);

/*
 * The whole of training for a model that takes one step an epoch on all of its data, as classifiers
 * of nodes and small link predictors do: a tape, an optimizer, a schedule, and gg_trainer around
 * them. Start from gg_fit_defaults().
 */
typedef struct gg_fit {
    gg_optim_settings optim;  /* Adam */
    gg_schedule schedule;     /* of the rate, a step each epoch: constant, 0.01 */
    double clip;              /* largest norm of the gradient; 0: no clipping */
    int64_t epochs, patience; /* as in gg_trainer, but 1 epoch at least: 200 and 200 */
    bool latest;
    bool
        least_loss; /* without evaluate: the epoch of the least loss is kept, not the last; its loss
                        is from before its step, the parameters kept are those after it */
    int threads;    /* 1 */
    gg_rng rng;     /* of seed 1; each epoch's is forked from it */

    /* Builds the loss, {1}, on t, an empty tape in training mode. rng: this epoch's, to fork for
     * each purpose. Failures off the tape are passed on by gg_tape_fail. */
    gg_tensor *(*loss)(void *context, gg_tape *t, gg_rng rng);

    /* Scores the model (more is better) with t, an empty tape in evaluation mode that records
     * nothing. An error on t counts as one returned. NULL: the last epoch is kept, or that of the
     * least loss. */
    gg_status (*evaluate)(void *context, gg_tape *t, double *score, gg_error *e);

    bool (*progress)(void *context, const gg_epoch *epoch); /* as in gg_trainer; may be NULL */
    void *context;
} gg_fit;

/* The values that the fields' comments name, and no callbacks. */
GG_API gg_fit gg_fit_defaults(void);

/* Trains the parameters and leaves them as they were after the best epoch, or, at an error, as they
 * are then. */
GG_API GG_MUST_CHECK gg_status gg_fit_run(const gg_fit *f, gg_params *p, gg_trainer_result *result,
                                          gg_error *e);

/* evaluate's score of the parameters as they are: of the test set, if the context points there. */
GG_API GG_MUST_CHECK gg_status gg_fit_score(const gg_fit *f, const gg_params *p, double *score,
                                            gg_error *e);

/* ---- micro-batches -------------------------------------------------------------------------- */

/* A tile of a batch of pairs. */
typedef struct gg_tile {
    gg_pairs pairs;
    int64_t first; /* the batch index of its first pair */
} gg_tile;

/* The tile's part of values that the batch has one of for each pair: targets, weights; or of a
 * matrix with a row for each. A view of them, which lives as long as they do; of no rows, where
 * there are too few. */
GG_API gg_tensor gg_tile_values(const gg_tensor *values, const gg_tile *tile);

/* The tile's share of the loss, {1} (shares add up to the loss of the batch), built from z as if
 * the tile were all there is. Called from several threads at once, each with a tape of its own. A
 * batch norm in training has no place in it. */
typedef gg_tensor *(*gg_tile_loss)(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context);

/* The tile's scores, one a pair: any shape of pairs.count elements. */
typedef gg_tensor *(*gg_tile_score)(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context);

/*
 * Runs a pairwise decoder over a batch in tiles, so that no activation leaves the cache and nothing
 * of the batch's size is stored. Works for any decoder that reaches z through gg_gather_rows,
 * gg_hadamard_pairs or an op with backward_columns. Tiles run in parallel; each of a fixed number
 * of slices has its own gradient accumulators, added up in order, so the result does not depend on
 * the number of threads.
 */
typedef struct gg_microbatch gg_microbatch;
/* Tiles of so many pairs, 256 if not above 0. */
GG_API gg_status gg_microbatch_new(const gg_params *p, int64_t tile_pairs, int threads,
                                   gg_microbatch **out, gg_error *e);
GG_API void gg_microbatch_free(gg_microbatch *m);

/* Forward and backward: *loss is the batch's loss; gradients are added to the parameters and to
 * z->grad (made, zeroed, on tape t if NULL; one that was there holds a part of the batch's after
 * an error). To go on through what made z, follow with gg_backward_from(t, z, NULL, e); or, where
 * there is a further loss on t, of z or of anything else, with its gg_backward, which takes z's
 * gradient along. */
GG_API GG_MUST_CHECK gg_status gg_microbatch_backward(gg_microbatch *m, gg_tape *t, gg_tensor *z,
                                                      gg_params *p, const gg_pairs *pairs,
                                                      gg_tile_loss loss_of, void *context,
                                                      double *loss, gg_error *e);

/* Forward alone, in evaluation mode: scores[k] of every pair; some of them after an error of
 * score_of. */
GG_API GG_MUST_CHECK gg_status gg_microbatch_score(gg_microbatch *m, const gg_tensor *z,
                                                   const gg_pairs *pairs, gg_tile_score score_of,
                                                   void *context, double *scores, gg_error *e);

#ifdef __cplusplus
}
#endif
#endif
