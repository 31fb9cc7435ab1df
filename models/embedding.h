/* embedding.h (internal): a method of embedding, for the list of those found by name. */
#ifndef GG_EMBEDDING_H
#define GG_EMBEDDING_H

#include "models.h"
#include "given.h"

/* Each method's file defines one, with its defaults in both functions. */
typedef struct gg_embedding_method {
    const char *name;
    gg_status (*embed)(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e);
    void (*settings)(int64_t dimensions, char *text, size_t size);
} gg_embedding_method;

extern const gg_embedding_method gg_method_dgi, gg_method_features, gg_method_grace,
    gg_method_mvgrl, gg_method_node2vec, gg_method_svd;

/* Whether a source can be learned from. */
gg_status gg_embedding_check(const gg_embedding_source *s, gg_error *e);

/* A step's report to whoever watches: p.seconds is gg_seconds() when the method began. GG_ERR_STATE
 * where the method is to stop. */
gg_status gg_embedding_report(const gg_embedding_source *s, gg_embedding_progress p, gg_error *e);

/* The features of a source, which is checked, or degrees where it has none; *made is what the
 * caller must free, or NULL. */
gg_status gg_embedding_inputs(const gg_embedding_source *s, const gg_csr **features, gg_csr **made,
                              gg_error *e);

/* For methods that train by gradients: a fit by Adam, until the loss has not fallen for `patience`
 * epochs, which keeps the epoch where it was least; 0: for all epochs, which keeps the last. */
gg_fit gg_embedding_fit(double lr, double weight_decay, int64_t epochs, int64_t patience);

/* Trains the parameters as fit says, on the source's threads,
 * with random numbers of its seed, and telling its progress; then *out is a copy of what encode,
 * with fit's context, makes of them on an empty tape in evaluation mode. */
gg_status gg_embedding_train(const gg_embedding_source *s, const gg_fit *fit, gg_params *p,
                             gg_tensor *(*encode)(void *context, gg_tape *t), gg_tensor **out,
                             gg_error *e);

#endif
