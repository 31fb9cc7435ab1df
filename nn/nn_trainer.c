#include "params.h"
#include "seconds.h"

#include <math.h>

gg_status gg_trainer_run(const gg_trainer *t, gg_params *p, gg_snapshot *best,
                         gg_trainer_result *result, gg_error *e)
{
    if (t->epochs < 0 || t->patience < 1)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "trainer: %lld epochs, patience %lld, expected 0 and 1 at least",
                       (long long)t->epochs, (long long)t->patience);
    if (!gg_snapshot_fits(best, p))
        return gg_fail(e, GG_ERR_ARGUMENT, "trainer: the snapshot is of other parameters");
    gg_epoch epoch = {.epochs = t->epochs, .best_score = t->score};
    int64_t waited = 0;
    bool stopped = false;
    double begin = gg_seconds();
    while (epoch.number < t->epochs && waited < t->patience && !stopped) {
        epoch.number++;
        epoch.loss = 0;
        gg_status status = t->train(t->context, &epoch, e);
        if (!status && !isfinite(epoch.loss))
            status = gg_fail(e, GG_ERR_NUMERIC, "trainer: the loss of epoch %lld is %g",
                             (long long)epoch.number, epoch.loss);
        if (!status)
            status = t->evaluate(t->context, &epoch.score, e);
        if (status)
            return status;
        waited++;
        if (epoch.score > epoch.best_score || (t->latest && epoch.score == epoch.best_score)) {
            epoch.best_score = epoch.score;
            epoch.best = epoch.number;
            waited = 0;
            gg_snapshot_take(best, p);
        }
        epoch.seconds = gg_seconds() - begin;
        stopped = t->progress && !t->progress(t->context, &epoch);
    }
    gg_snapshot_restore(best, p);
    *result =
        (gg_trainer_result){epoch.number, epoch.best, epoch.best_score, epoch.seconds, stopped};
    return GG_OK;
}
