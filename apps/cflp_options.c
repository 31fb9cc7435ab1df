/* cflp_options.c: the table of options, and values from and to text. */
#include "cflp_options.h"
#include "treatments.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(cflp_settings, field)

/* Predictors: those that match, that have a graph network, that are trained, with an embedding. */
enum {
    MATCHED = 1 << CFLP_CFLP,
    NETWORKS = MATCHED | 1 << CFLP_GNN,
    TRAINED = NETWORKS | 1 << CFLP_EMBEDDING,
    EMBEDDED = MATCHED | 1 << CFLP_EMBEDDING
};

static const char *const no_others[] = {NULL};
static const char *const predictors[] = {"cflp", "gnn", "cn", "aa", "ra", "pa", NULL};
static const char *const profiles[] = {"official", "paper", NULL};
static const char *const encoders[] = {"gcn", "sage", "jknet", NULL};
static const char *const jk_modes[] = {"none", "weighted", "mean", "sum",
                                       "max",  "concat",   "lstm", NULL};
static const char *const means[] = {"self", "neighbors", NULL};
static const char *const norms[] = {"batch", "none", NULL};
static const char *const activations[] = {"elu", "relu", NULL};
static const char *const decoders[] = {"hadamard", "inner", "concat", NULL};
static const char *const places[] = {"apart", "together", NULL};
static const char *const discrepancies[] = {"mean", "sinkhorn", "frobenius", NULL};
static const char *const balances[] = {"balanced", "none", NULL};
static const char *const bundles[] = {"average", "sample", NULL};
static const char *const starts[] = {"keep", "anew", NULL};
static const char *const clocks[] = {"step", "epoch", NULL};
static const char *const feature_norms[] = {"rows", "none", NULL};
static const char *const ates[] = {"matched", "all", NULL};
static const char *const schedules[] = {"cyclic", "cosine", "sgdr", "step", "none", NULL};
static const char *const matches[] = {"exact", "official", "official-distinct", NULL};
static const char *const metrics[] = {"auc", "ap", "hits@20", "hits@50", "hits@100", "mrr", NULL};

/* The choices stand in the order of their enums, which are stored as int. */
static_assert(GG_LINK_BATCH_NORM == 0 && GG_LINK_ELU == 0 && GG_LINK_WITH_SELF == 0, "encoder");
static_assert(GG_LINK_HADAMARD == 0 && GG_LINK_INNER == 1 && GG_LINK_CONCAT == 2, "decoder");
static_assert(GG_JK_NONE == 0 && GG_JK_WEIGHTED == 1 && GG_JK_LSTM == 6, "jumping knowledge");
static_assert(GG_CFLP_MEAN == 0 && GG_CFLP_SINKHORN == 1 && GG_CFLP_FROBENIUS == 2, "discrepancy");
static_assert(GG_CFLP_BALANCED == 0 && GG_CFLP_STEPS == 0 && GG_CFLP_KEEP == 0, "training");
static_assert(GG_CFLP_AVERAGE == 0 && GG_CFLP_SAMPLE == 1, "bundle");
static_assert(sizeof(gg_link_pair) == sizeof(int) && sizeof(gg_jk_mode) == sizeof(int) &&
                  sizeof(cflp_match) == sizeof(int),
              "enums are as large as int");

#define MATCHING (CFLP_TRAIN | CFLP_TREATMENTS | CFLP_LINKS)
#define ALL (MATCHING | CFLP_EMBED)

#define DATA "Data"
#define METHOD "Method"
#define MODEL "Model"
#define TRAINING "Training"
#define OUTPUT "Output"

#define FEATURES(graph)                                                                            \
    "node features: a SciPy sparse matrix (.npz), a NumPy matrix (.npy) or a Matrix Market file "  \
    "(.mtx), or 'degree' for the one-hot degrees in " graph "; unset: features.npz, .npy "         \
    "or .mtx of the data set, or degrees if there are none"

const cflp_option cflp_options[] = {
    {DATA, "dataset", "DIR|FILE", "the same as the argument DATASET; for config files",
     .type = CFLP_TEXT, .offset = AT(dataset), .programs = ALL},
    {DATA, "split", "DIR",
     "folder of the split: train.txt, valid.txt, valid_neg.txt, test.txt, test_neg.txt; unset: "
     "splits/0 of the data set, or a random split if there is none",
     .type = CFLP_TEXT, .offset = AT(split), .rules = CFLP_DATASET,
     .other_help = "folder of a split: only its training links are seen, as link prediction needs "
                   "it; without --split and --split-seed all links are, as for other uses",
     .programs = ALL, .others = CFLP_EMBED},
    {DATA, "split-seed", "N", "draw the split at random from seed N instead", .type = CFLP_INT64,
     .min = 1, .max = 9007199254740992.0, .offset = AT(split_seed), .rules = CFLP_DATASET,
     .other_help = "draw the split at random from seed N, as cflp_train --split-seed N does",
     .programs = ALL, .others = CFLP_EMBED},
    {DATA, "val-frac", "P", "links of a random split to choose the epoch by", .type = CFLP_REAL,
     .initial = "0.1", .max = 1, .rules = CFLP_ABOVE | CFLP_BELOW | CFLP_DATASET,
     .offset = AT(val_frac), .programs = ALL},
    {DATA, "test-frac", "P", "links of a random split to test on", .type = CFLP_REAL,
     .initial = "0.2", .max = 1, .rules = CFLP_ABOVE | CFLP_BELOW | CFLP_DATASET,
     .offset = AT(test_frac), .programs = ALL},
    {DATA, "features", "FILE", FEATURES("the training graph"), .type = CFLP_TEXT,
     .offset = AT(features), .rules = CFLP_DATASET,
     .other_help = FEATURES("the graph that is seen, the whole one without a split"),
     .programs = ALL, .others = CFLP_EMBED},
    {DATA, "feature-norm", "HOW",
     "rows: divide each node's features by their sum, as the authors do with bags of words; none: "
     "take them as they are, which is right for features of both signs",
     .type = CFLP_CHOICE, .choices = feature_norms, .initial = "rows", .paper = "none",
     .offset = AT(feature_norm), .programs = ALL},
    {DATA, "embedding", "NAME|FILE",
     "node embedding that decides which pairs are alike in matching: one of those listed below, "
     "made from this split's training links alone and kept for the next time; or a .npy matrix "
     "with a row for every node, which should be made from no other links either",
     .type = CFLP_NAME, .choices = no_others, .rules = CFLP_METHODS | CFLP_FILES, .initial = "dgi",
     .offset = AT(embedding), .programs = MATCHING, .predictors = MATCHED},
    {DATA, "embedding-dim", "N",
     "dimensions of an embedding that is made here; features have theirs", .type = CFLP_INT64,
     .initial = "128", .min = 1, .max = 65536, .offset = AT(embedding_dim), .programs = MATCHING,
     .predictors = EMBEDDED},
    {DATA, "pairs", "FILE",
     "the pairs to write --predictions for, 'u v' a line; unset: those to test on",
     .type = CFLP_TEXT, .offset = AT(pairs), .rules = CFLP_DATASET | CFLP_ASKED,
     .other_help = "the pairs to explain, 'u v' a line; unset: the links to test on",
     .programs = CFLP_TRAIN | CFLP_LINKS, .others = CFLP_LINKS},

    {METHOD, "method", "NAME", "how the embedding is made: one of those listed below",
     .type = CFLP_NAME, .choices = no_others, .rules = CFLP_METHODS, .offset = AT(method),
     .programs = CFLP_EMBED},
    {METHOD, "dim", "N", "dimensions of the embedding; features have theirs", .type = CFLP_INT64,
     .initial = "128", .min = 1, .max = 65536, .offset = AT(embedding_dim), .programs = CFLP_EMBED},
    {METHOD, "model", "NAME",
     "cflp; gnn (the graph network alone, without treatment and counterfactuals); an embedding "
     "alone, under the decoder, by its name as listed below and made anew for each run; or a score "
     "of common neighbours that needs no training: cn (their number), aa (Adamic-Adar), ra "
     "(resource allocation), pa (preferential attachment)",
     .type = CFLP_NAME, .choices = predictors, .rules = CFLP_METHODS, .initial = "cflp",
     .offset = AT(predictor_name)},
    {METHOD, "profile", "NAME",
     "where paper and published program differ, options that are not given follow the program "
     "(official, which made the paper's tables) or the text (paper)",
     .type = CFLP_CHOICE, .choices = profiles, .initial = "official", .offset = AT(profile)},
    {METHOD, "treatment", "NAME",
     "what pairs have in common or not: one of those listed below; or, but for cflp_links, several "
     "with commas between",
     .type = CFLP_TREATMENT, .initial = "kcore", .offset = AT(treatment), .programs = MATCHING,
     .predictors = MATCHED},
    {METHOD, "bundle", "HOW",
     "of several treatments: average their losses on counterfactual links, or sample one for each "
     "optimizer step",
     .type = CFLP_CHOICE, .choices = bundles, .offset = AT(model.bundle), .predictors = MATCHED},
    {METHOD, "isolated", "HOW",
     "nodes of core 0, under --treatment kcore: apart (treated with nobody) or together (a core "
     "like "
     "others)",
     .type = CFLP_CHOICE, .choices = places, .initial = "apart", .paper = "together",
     .offset = AT(isolated), .programs = MATCHING, .predictors = MATCHED},
    {METHOD, "alpha", "A",
     "weight of the loss on counterfactual links; with alpha and beta 0 nothing is matched and "
     "the encoder is trained alone",
     .type = CFLP_REAL, .offset = AT(model.alpha), .predictors = MATCHED},
    {METHOD, "beta", "B", "weight of the discrepancy between factual and counterfactual pairs",
     .type = CFLP_REAL, .offset = AT(model.beta), .predictors = MATCHED},
    {METHOD, "disc", "NAME",
     "the discrepancy: mean (between the means of drawn pairs), sinkhorn (optimal transport "
     "between "
     "them) or frobenius (the paper's norm, which no parameter moves)",
     .type = CFLP_CHOICE, .choices = discrepancies, .paper = "frobenius", .offset = AT(model.disc),
     .predictors = MATCHED},
    {METHOD, "gamma", "PCT",
     "how far a counterfactual may be: the distances of its two ends, together, stay below twice "
     "this percentile of all distances between nodes",
     .type = CFLP_REAL, .initial = "30", .max = 100, .rules = CFLP_ABOVE, .offset = AT(gamma),
     .programs = MATCHING, .predictors = MATCHED},
    {METHOD, "match", "HOW",
     "exact: the nearest pair of the other treatment; official: the walk of the authors' "
     "program, which often stops at a farther one, or at a node and itself; official-distinct: "
     "the walk that goes on past those (both slow and large: for comparison)",
     .type = CFLP_CHOICE, .choices = matches, .initial = "exact", .offset = AT(match),
     .programs = MATCHING, .predictors = MATCHED},
    {METHOD, "match-self", NULL,
     "let a node be matched with itself, as the paper's formula does (--match exact only); "
     "--match-self=no: do not",
     .type = CFLP_FLAG, .paper = "yes", .offset = AT(match_self), .programs = MATCHING,
     .predictors = MATCHED},
    {METHOD, "neg-rate", "N", "non-links drawn for every training link; no more than there are",
     .type = CFLP_REAL, .rules = CFLP_ABOVE, .max = 1e6, .generated = "5", .paper = "1000000",
     .alone = "1", .offset = AT(model.neg_rate), .predictors = TRAINED},
    {METHOD, "balance", "HOW",
     "weight of a link in the losses: balanced (as many as there are non-links for it) or none",
     .type = CFLP_CHOICE, .choices = balances, .paper = "none", .offset = AT(model.balance),
     .predictors = NETWORKS},
    {METHOD, "ate", "HOW",
     "effects are means over the pairs that have a counterfactual (matched; the estimated one over "
     "those of the split) or over all",
     .type = CFLP_CHOICE, .choices = ates, .initial = "matched", .paper = "all", .offset = AT(ate),
     .programs = CFLP_TRAIN | CFLP_TREATMENTS, .predictors = MATCHED},

    {MODEL, "encoder", "NAME",
     "graph network under the decoder: gcn, sage (GraphSAGE with the mean), or jknet (gcn with "
     "--jk weighted, or mean under --profile paper)",
     .type = CFLP_CHOICE, .choices = encoders, .initial = "jknet", .offset = AT(encoder),
     .predictors = NETWORKS},
    {MODEL, "jk", "HOW",
     "how the layers' outputs are joined: none (the last), weighted (a learned mean), mean, sum, "
     "max, concat or lstm; unset: what --encoder says",
     .type = CFLP_CHOICE, .choices = jk_modes, .rules = CFLP_SETTLED,
     .offset = AT(model.encoder.jk), .predictors = NETWORKS},
    {MODEL, "sage-mean", "HOW", "of --encoder sage: over self (and neighbours) or neighbors alone",
     .type = CFLP_CHOICE, .choices = means, .paper = "neighbors", .offset = AT(model.encoder.mean),
     .predictors = NETWORKS},
    {MODEL, "hidden", "N", "width of the encoder's layers", .type = CFLP_INT64, .min = 1,
     .max = 65536, .offset = AT(model.encoder.hidden), .predictors = NETWORKS},
    {MODEL, "layers", "N", "layers of the encoder", .type = CFLP_INT, .min = 1,
     .max = GG_LINK_MAX_LAYERS, .offset = AT(model.encoder.layers), .predictors = NETWORKS},
    {MODEL, "norm", "NAME", "after each layer: batch (normalisation) or none", .type = CFLP_CHOICE,
     .choices = norms, .paper = "none", .offset = AT(model.encoder.norm), .predictors = NETWORKS},
    {MODEL, "activation", "NAME", "of the encoder: elu or relu", .type = CFLP_CHOICE,
     .choices = activations, .paper = "relu", .offset = AT(model.encoder.activation),
     .predictors = NETWORKS},
    {MODEL, "dropout", "P", "dropout of the encoder's layers", .type = CFLP_REAL, .max = 1,
     .rules = CFLP_BELOW, .paper = "0", .offset = AT(model.encoder.dropout),
     .predictors = NETWORKS},
    {MODEL, "decoder", "NAME",
     "what the decoder sees of two nodes: hadamard (the product, element by element), inner (its "
     "sum) or concat (both vectors)",
     .type = CFLP_CHOICE, .choices = decoders, .offset = AT(model.decoder.pair),
     .predictors = TRAINED},
    {MODEL, "decoder-hidden", "N", "width of the decoder's layers", .type = CFLP_INT64, .min = 1,
     .max = 65536, .paper = "64", .offset = AT(model.decoder.hidden), .predictors = TRAINED},
    {MODEL, "decoder-layers", "N", "layers of the decoder", .type = CFLP_INT, .min = 1,
     .max = GG_MLP_MAX, .paper = "3", .alone = "3", .offset = AT(model.decoder.layers),
     .predictors = TRAINED},
    {MODEL, "decoder-dropout", "P", "dropout of the decoder's layers", .type = CFLP_REAL, .max = 1,
     .rules = CFLP_BELOW, .paper = "0", .offset = AT(model.decoder.dropout), .predictors = TRAINED},

    {TRAINING, "metric", "NAME",
     "the validation metric that selects the epoch: auc, ap, hits@20, hits@50, hits@100 or mrr",
     .type = CFLP_NAME, .choices = metrics, .offset = AT(model.metric)},
    {TRAINING, "lr", "RATE", "learning rate; of a schedule, its peak", .type = CFLP_REAL,
     .rules = CFLP_ABOVE, .alone = "0.01", .offset = AT(model.lr), .predictors = TRAINED},
    {TRAINING, "lr-ft", "RATE", "learning rate of fine-tuning", .type = CFLP_REAL,
     .rules = CFLP_ABOVE, .offset = AT(model.lr_ft), .predictors = NETWORKS},
    {TRAINING, "schedule", "NAME",
     "of the learning rate: cyclic (50 steps up, 20 down, again), cosine (10 up, 500 down, again), "
     "sgdr (down from the peak in 10, 20, 40, ... steps), step (a tenth after every 1000) or none "
     "(constant)",
     .type = CFLP_NAME, .choices = schedules, .alone = "none", .offset = AT(model.schedule),
     .predictors = TRAINED},
    {TRAINING, "schedule-unit", "UNIT", "what a schedule's step is: an optimizer step or an epoch",
     .type = CFLP_CHOICE, .choices = clocks, .paper = "epoch", .offset = AT(model.clock),
     .predictors = NETWORKS},
    {TRAINING, "epochs", "N", "passes over the training links, at most", .type = CFLP_INT64,
     .min = 1, .max = 1e9, .generated = "200", .offset = AT(model.epochs), .predictors = TRAINED},
    {TRAINING, "epochs-ft", "N",
     "passes of fine-tuning the decoder, at most; 0: none, as with --model gnn", .type = CFLP_INT64,
     .max = 1e9, .generated = "50", .offset = AT(model.epochs_ft), .predictors = NETWORKS},
    {TRAINING, "decoder-start", "HOW", "fine-tuning: keep the trained decoder, or begin anew",
     .type = CFLP_CHOICE, .choices = starts, .paper = "anew", .offset = AT(model.decoder_start),
     .predictors = NETWORKS},
    {TRAINING, "patience", "N", "stop after so many epochs without a better validation metric",
     .type = CFLP_INT64, .min = 1, .max = 1e9, .generated = "60", .offset = AT(model.patience),
     .predictors = TRAINED},
    {TRAINING, "batch-size", "N", "training links an optimizer step", .type = CFLP_INT64, .min = 1,
     .max = 1e9, .paper = "1000000000", .offset = AT(model.batch_size), .predictors = NETWORKS},
    {TRAINING, "weight-decay", "W", "L2 penalty added to the gradient", .type = CFLP_REAL,
     .paper = "0", .offset = AT(model.weight_decay), .predictors = TRAINED},
    {TRAINING, "clip", "NORM", "largest norm of the gradient; 0: any", .type = CFLP_REAL,
     .paper = "0", .offset = AT(model.clip), .predictors = TRAINED},
    {TRAINING, "runs", "N", "train N times, with seeds S, S + 1, ...", .type = CFLP_INT64,
     .initial = "1", .min = 1, .max = 100000, .offset = AT(runs), .predictors = TRAINED},
    {TRAINING, "seed", "S",
     "seed of the first run, and of the embedding and the treatment, which all runs share: the "
     "same seed gives the same numbers, with any number of threads",
     .type = CFLP_INT64, .initial = "1", .max = 9007199254740992.0, .offset = AT(seed),
     .other_help = "of all that is drawn but the split: the same seed gives the same numbers, with "
                   "any number of threads",
     .programs = ALL, .others = CFLP_TREATMENTS | CFLP_LINKS | CFLP_EMBED},
    {TRAINING, "threads", "N", "unset: OMP_NUM_THREADS, or every processor", .type = CFLP_INT64,
     .min = 1, .max = 4096, .offset = AT(threads), .rules = CFLP_ASKED, .programs = ALL},

    {OUTPUT, "out", "FILE.npy",
     "where the matrix goes, float32, a row for every node in their order", .type = CFLP_TEXT,
     .rules = CFLP_OUTPUT, .offset = AT(out), .programs = CFLP_EMBED},
    {OUTPUT, "names", "FILE",
     "write the nodes' names, or numbers, into FILE too: line i is whose row i is",
     .type = CFLP_TEXT, .rules = CFLP_OUTPUT, .offset = AT(names), .programs = CFLP_EMBED},
    {OUTPUT, "json", "FILE",
     "write all results, as fractions of 1, into FILE; '-' for standard output, the table then "
     "goes to standard error",
     .type = CFLP_TEXT, .rules = CFLP_OUTPUT, .offset = AT(json),
     .other_help = "write all results into FILE; '-' for standard output, in the table's place",
     .programs = MATCHING, .others = CFLP_LINKS},
    {OUTPUT, "tsv", NULL, "print the table with tabs between its columns", .type = CFLP_FLAG,
     .rules = CFLP_OUTPUT, .offset = AT(tsv), .programs = CFLP_TREATMENTS},
    {OUTPUT, "predictions", "FILE",
     "write for each of --pairs, with tabs between, the probability of a link, its treatment, and "
     "the treatment's effect on the probability, into FILE; '-' for standard output: means over "
     "the runs",
     .type = CFLP_TEXT, .rules = CFLP_OUTPUT, .offset = AT(predictions)},
    {OUTPUT, "save", "FILE.npz",
     "keep the trained model for --load, of several runs the one that is best in validation: a "
     "NumPy archive of its parameters, these settings with them",
     .type = CFLP_TEXT, .rules = CFLP_OUTPUT, .offset = AT(save)},
    {OUTPUT, "load", "FILE.npz",
     "write --predictions by the model that --save kept, without training: its settings hold, the "
     "DATASET among them; the command line may change those under Data and --threads, no others",
     .type = CFLP_TEXT, .rules = CFLP_EARLY, .offset = AT(load)},
    {OUTPUT, "save-split", "DIR",
     "write the split's five files, for --split, into the folder DIR, new or empty, in a folder "
     "that is there",
     .type = CFLP_TEXT, .rules = CFLP_OUTPUT | CFLP_ONCE, .offset = AT(save_split)},
    {OUTPUT, "quiet", NULL,
     "print the results alone; if they go to standard output by a '-', those alone",
     .type = CFLP_FLAG, .rules = CFLP_OUTPUT, .offset = AT(quiet), .other_help = "no progress line",
     .programs = ALL, .others = CFLP_EMBED},
    {OUTPUT, "config", "FILE",
     "read options from FILE first: lines 'name = value', comments after #; the command line "
     "overrides them",
     .type = CFLP_TEXT, .rules = CFLP_EARLY, .offset = AT(config), .programs = ALL},
    {OUTPUT, "print-config", NULL, "print a config file that makes this run again, and stop",
     .type = CFLP_FLAG, .rules = CFLP_EARLY, .offset = AT(print_config)},
    {OUTPUT, "help", NULL, "print this text", .type = CFLP_FLAG, .rules = CFLP_EARLY,
     .offset = AT(help), .programs = ALL},
    {OUTPUT, "version", NULL, "print the version and what it computes with", .type = CFLP_FLAG,
     .rules = CFLP_EARLY, .offset = AT(version), .programs = ALL},
};

const int cflp_option_count = (int)(sizeof cflp_options / sizeof cflp_options[0]);
static_assert(sizeof cflp_options / sizeof cflp_options[0] <= CFLP_OPTIONS_MAX, "given[] is short");

/* ---- settings ---- */

struct cflp_text {
    struct cflp_text *next;
    char text[];
};

/* A copy of text that lives as long as the settings. */
static const char *keep(cflp_settings *s, const char *text)
{
    size_t size = strlen(text) + 1;
    struct cflp_text *t = malloc(sizeof *t + size);
    if (!t)
        return NULL;
    memcpy(t->text, text, size);
    t->next = s->texts;
    s->texts = t;
    return t->text;
}

gg_status cflp_settings_init(cflp_settings *s, cflp_program program, gg_error *e)
{
    *s = (cflp_settings){.program = program, .model = gg_cflp_defaults()};
    gg_status status = GG_OK;
    for (int k = 0; k < cflp_option_count && status == GG_OK; k++) {
        const cflp_option *o = &cflp_options[k];
        if (o->initial)
            status = cflp_option_set(o, s, o->initial, o->name, e);
    }
    return status;
}

void cflp_settings_free(cflp_settings *s)
{
    while (s->texts) {
        struct cflp_text *next = s->texts->next;
        free(s->texts);
        s->texts = next;
    }
}

const void *cflp_option_value(const cflp_option *o, const cflp_settings *s)
{
    return (const char *)s + o->offset;
}

/* ---- names ---- */

const char *cflp_program_name(cflp_program program)
{
    return program == CFLP_TRAIN        ? "cflp_train"
           : program == CFLP_TREATMENTS ? "cflp_treatments"
           : program == CFLP_LINKS      ? "cflp_links"
                                        : "gg_embed";
}

bool cflp_is_method(const char *name)
{
    for (int k = 0; gg_embedding_name(k); k++)
        if (strcmp(gg_embedding_name(k), name) == 0)
            return true;
    return false;
}

bool cflp_is_heuristic(const cflp_settings *s)
{
    return s->predictor >= CFLP_CN && s->predictor <= CFLP_PA;
}

const char *cflp_option_choice(const cflp_option *o, int k)
{
    int own = 0;
    while (o->choices && o->choices[own])
        own++;
    if (k < own)
        return o->choices[k];
    return o->rules & CFLP_METHODS ? gg_embedding_name(k - own) : NULL;
}

bool cflp_option_belongs(const cflp_option *o, cflp_program program)
{
    return (o->programs ? o->programs : CFLP_TRAIN) & program;
}

bool cflp_option_matters(const cflp_option *o, const cflp_settings *s)
{
    return !o->predictors || o->predictors & 1u << s->predictor;
}

bool cflp_option_of_model(const cflp_option *o)
{
    return strcmp(o->section, DATA) != 0 && strcmp(o->section, OUTPUT) != 0 &&
           !(o->rules & CFLP_ASKED);
}

const cflp_option *cflp_option_find(const char *name)
{
    for (int k = 0; k < cflp_option_count; k++)
        if (strcmp(cflp_options[k].name, name) == 0)
            return &cflp_options[k];
    return NULL;
}

/* Edit distance (Levenshtein 1966) of a to b, b shorter than 32 characters. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[32], columns = strlen(b);
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[columns];
}

const cflp_option *cflp_option_suggest(const char *name, cflp_program program)
{
    const cflp_option *best = NULL;
    size_t least = strlen(name) / 3 + 2; /* a third of the letters and one more may be wrong */
    for (int k = 0; k < cflp_option_count; k++) {
        size_t distance = edit_distance(name, cflp_options[k].name);
        if (cflp_option_belongs(&cflp_options[k], program) && distance < least &&
            distance < strlen(cflp_options[k].name)) {
            least = distance;
            best = &cflp_options[k];
        }
    }
    return best;
}

/* ---- values from text ---- */

/* "a number above 0 and at most 100", "auc, ap or mrr": what an option expects. */
static void expectation(const cflp_option *o, char *text, size_t size)
{
    if (o->choices) {
        size_t used = 0;
        bool file = o->rules & CFLP_FILES;
        for (int k = 0; cflp_option_choice(o, k) && used < size; k++) {
            const char *join = k == 0 ? "" : file || cflp_option_choice(o, k + 1) ? ", " : " or ";
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", join, cflp_option_choice(o, k));
        }
        if (file && used < size)
            snprintf(text + used, size - used, " or FILE.npy");
    } else if (o->type == CFLP_TEXT) {
        snprintf(text, size, "%s", o->argument);
    } else if (o->type == CFLP_FLAG) {
        snprintf(text, size, "yes or no");
    } else {
        const char *kind = o->type == CFLP_REAL ? "a number" : "a whole number";
        int used = snprintf(text, size, "%s %s %.16g", kind,
                            o->rules & CFLP_ABOVE ? "above" : "of at least", o->min);
        if (o->max > 0 && used > 0 && (size_t)used < size)
            snprintf(text + used, size - (size_t)used, " and %s %.16g",
                     o->rules & CFLP_BELOW ? "below" : "at most", o->max);
    }
}

static bool in_range(const cflp_option *o, double x)
{
    bool low = o->rules & CFLP_ABOVE ? x > o->min : x >= o->min;
    bool high = o->max <= 0 || (o->rules & CFLP_BELOW ? x < o->max : x <= o->max);
    return isfinite(x) && low && high;
}

/* strtod and strtoll also take blanks, hexadecimals and "nan": these do not. */
static bool parse_real(const char *text, double *out)
{
    char *end = NULL;
    *out = strtod(text, &end);
    return *text && *end == '\0' && text[strspn(text, "0123456789+-.eE")] == '\0';
}

static bool parse_integer(const char *text, int64_t *out)
{
    char *end = NULL;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return *text && *end == '\0' && errno == 0 && text[strspn(text, "0123456789-")] == '\0';
}

static bool parse_flag(const char *text, bool *out)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on", "0", "1"};
    for (int k = 0; k < 8; k++) {
        if (strcmp(text, words[k]) == 0) {
            *out = k % 2;
            return true;
        }
    }
    return false;
}

static int parse_choice(const char *text, const cflp_option *o)
{
    for (int k = 0; cflp_option_choice(o, k); k++)
        if (strcmp(text, cflp_option_choice(o, k)) == 0)
            return k;
    return -1;
}

/* Stores a value that is not free text; false if it is none. */
static bool store(const cflp_option *o, void *where, const char *text)
{
    double real;
    int64_t integer;
    int choice;
    switch (o->type) {
    case CFLP_REAL:
        if (!parse_real(text, &real) || !in_range(o, real))
            return false;
        *(double *)where = real;
        return true;
    case CFLP_INT:
    case CFLP_INT64:
        if (!parse_integer(text, &integer) || !in_range(o, (double)integer))
            return false;
        if (o->type == CFLP_INT)
            *(int *)where = (int)integer;
        else
            *(int64_t *)where = integer;
        return true;
    case CFLP_CHOICE:
    case CFLP_NAME:
        choice = parse_choice(text, o);
        if (choice < 0)
            return false;
        if (o->type == CFLP_NAME)
            *(const char **)where = cflp_option_choice(o, choice);
        else
            memcpy(where, &choice, sizeof choice);
        return true;
    case CFLP_FLAG:
        return parse_flag(text, where);
    case CFLP_TEXT:
    case CFLP_TREATMENT:
        break;
    }
    return false;
}

/* Each of the names between the commas. */
static gg_status check_treatments(const char *text, const char *place, gg_error *e)
{
    char name[512];
    gg_status status = GG_OK;
    while (text && status == GG_OK) {
        text = treatment_next(text, name, sizeof name);
        status = treatment_check(name, place, e);
    }
    return status;
}

/* Whether an option takes the text as it is. */
static bool is_free(const cflp_option *o, const char *text)
{
    bool file = (o->rules & CFLP_FILES) && parse_choice(text, o) < 0 && strpbrk(text, "/.");
    return *text && (o->type == CFLP_TEXT || o->type == CFLP_TREATMENT || file);
}

gg_status cflp_option_set(const cflp_option *o, cflp_settings *s, const char *text,
                          const char *place, gg_error *e)
{
    void *where = (char *)s + o->offset;
    gg_status status = o->type == CFLP_TREATMENT ? check_treatments(text, place, e) : GG_OK;
    if (status != GG_OK)
        return status;
    if (strchr(text, '\n')) /* a config file could not hold it */
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected one line, found '%.60s'", place, text);
    if (is_free(o, text)) {
        const char *copy = keep(s, text);
        if (!copy)
            return gg_fail(e, GG_ERR_MEMORY, "%s: out of memory", place);
        *(const char **)where = copy;
        return GG_OK;
    }
    if (store(o, where, text))
        return GG_OK;
    char expected[256];
    expectation(o, expected, sizeof expected);
    return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected %s, found '%s'", place, expected, text);
}

/* ---- values to text ---- */

/* The shortest decimal that reads back as x. */
static void format_real(double x, char *text, size_t size)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, x);
        if (!(strtod(text, NULL) != x))
            return;
    }
}

bool cflp_option_format(const cflp_option *o, const cflp_settings *s, char *text, size_t size)
{
    const void *value = cflp_option_value(o, s);
    const char *string;
    int choice;
    switch (o->type) {
    case CFLP_TEXT:
    case CFLP_TREATMENT:
    case CFLP_NAME:
        string = *(const char *const *)value;
        snprintf(text, size, "%s", string ? string : "");
        return string != NULL;
    case CFLP_REAL:
        format_real(*(const double *)value, text, size);
        return true;
    case CFLP_INT:
        snprintf(text, size, "%d", *(const int *)value);
        return true;
    case CFLP_INT64: /* what is unset is 0 where 0 is out of range: the number of threads */
        snprintf(text, size, "%lld", (long long)*(const int64_t *)value);
        return in_range(o, (double)*(const int64_t *)value);
    case CFLP_CHOICE:
        memcpy(&choice, value, sizeof choice);
        snprintf(text, size, "%s", o->choices[choice]);
        return true;
    case CFLP_FLAG:
        snprintf(text, size, "%s", *(const bool *)value ? "yes" : "no");
        return true;
    }
    return false;
}
