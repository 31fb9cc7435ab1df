/* cflp_json.c: the results as one JSON object, and its file. */
#include "cflp_report.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the object ---- */

/* JSON has no NaN: null stands for what is not known. */
static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* JSON is UTF-8 and file names need not be: their other bytes become '?'. */
static json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    char plain[4096];
    size_t k = 0;
    for (; !value && text[k] && k + 1 < sizeof plain; k++)
        plain[k] = (unsigned char)text[k] < 0x80 ? text[k] : '?';
    plain[k] = 0;
    return value ? value : json_string(plain);
}

static json_t *metrics_object(const gg_metrics *m)
{
    json_t *object = json_object();
    for (int k = 0; k < CFLP_METRICS; k++)
        json_object_set_new(object, cflp_metric_names[k],
                            number(gg_metrics_get(m, cflp_metric_names[k])));
    return object;
}

static json_t *option_value(const cflp_option *o, const cflp_settings *s)
{
    const void *value = cflp_option_value(o, s);
    char text[4096];
    if (!cflp_option_format(o, s, text, sizeof text))
        return json_null();
    switch (o->type) {
    case CFLP_REAL:
        return number(*(const double *)value);
    case CFLP_INT:
        return json_integer(*(const int *)value);
    case CFLP_INT64:
        return json_integer(*(const int64_t *)value);
    case CFLP_FLAG:
        return json_boolean(*(const bool *)value);
    case CFLP_TEXT:
    case CFLP_CHOICE:
    case CFLP_NAME:
        break;
    }
    return text_value(text);
}

/* Everything that the results depend on; where they are printed is left out. */
static json_t *config_object(const cflp_settings *s)
{
    json_t *object = json_object();
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        bool void_here = (o->rules & CFLP_DATASET) && !s->dataset;
        if (!(o->rules & (CFLP_EARLY | CFLP_OUTPUT)))
            json_object_set_new(object, o->name, void_here ? json_null() : option_value(o, s));
    }
    return object;
}

static json_t *data_object(const gg_dataset *d)
{
    return json_pack("{s:o, s:I, s:I, s:I, s:o, s:I, s:I, s:s}", "name", text_value(d->name),
                     "nodes", (json_int_t)d->nodes, "edges", (json_int_t)d->full->edges, "features",
                     (json_int_t)d->features->cols, "split", text_value(d->split_name),
                     "valid_negatives", (json_int_t)d->split.valid_neg.count, "test_negatives",
                     (json_int_t)d->split.test_neg.count, "sha256", d->sha256);
}

static json_t *run_object(const cflp_experiment *x, const cflp_run *run)
{
    const gg_cflp_result *r = &run->result;
    const gg_cflp_effects *f = &x->effects;
    json_t *seconds =
        json_pack("{s:f, s:f, s:f, s:f, s:f}", "treatment", x->seconds_treatment, "matching",
                  x->seconds_matching, "training", r->seconds_training, "finetuning",
                  r->seconds_finetuning, "evaluation", r->seconds_evaluation);
    json_t *matched = json_null(), *ate = json_null();
    if (x->matcher) {
        matched = json_pack("{s:I, s:I, s:I}", "pairs", (json_int_t)f->pairs, "found",
                            (json_int_t)f->found, "positive", (json_int_t)f->positive);
        ate = json_pack("{s:o, s:o}", "obs", number(cflp_observed_effect(x)), "est",
                        number(run->ate_est));
    }
    return json_pack("{s:I, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "seed", (json_int_t)run->seed,
                     "test", metrics_object(&r->test), "valid", metrics_object(&r->valid),
                     "best_epoch", (json_int_t)r->best_epoch, "epochs", (json_int_t)r->epochs,
                     "seconds", seconds, "matched", matched, "ate", ate);
}

static json_t *runs_array(const cflp_experiment *x)
{
    json_t *runs = json_array();
    for (int64_t k = 0; k < x->count; k++)
        json_array_append_new(runs, run_object(x, &x->runs[k]));
    return runs;
}

static json_t *spread_object(const cflp_experiment *x, bool mean)
{
    json_t *object = json_object();
    for (int k = 0; k < CFLP_METRICS; k++) {
        cflp_spread s = cflp_spread_test(x, k);
        json_object_set_new(object, cflp_metric_names[k], number(mean ? s.mean : s.std));
    }
    return object;
}

static json_t *experiment_object(const cflp_experiment *x)
{
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:{s:i, s:s, s:s}, s:o, s:o, s:o, s:I}", "version", GG_VERSION, "config",
        config_object(x->settings), "data", data_object(x->data), "machine", "threads", x->threads,
        "blas", x->build.blas_kernel, "isa", x->build.isa, "runs", runs_array(x), "mean",
        spread_object(x, true), "std", x->count > 1 ? spread_object(x, false) : json_null(),
        "peak_rss_bytes", (json_int_t)cflp_peak_rss());
    if (object && x->interrupted)
        json_object_set_new(object, "interrupted", json_true());
    return object;
}

/* ---- the file ---- */

static gg_status cannot_write(const char *path, int error, gg_error *e)
{
    return gg_fail(e, GG_ERR_IO, "%s: cannot write the results: %s", path, strerror(error));
}

/* A pipe, a device or a link is written in place; a new or a plain file is replaced at the end. */
static bool replaceable(const char *path)
{
    struct stat info;
    return lstat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static FILE *open_beside(const char *path, char *name, size_t size)
{
    int length = snprintf(name, size, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || (size_t)length >= size) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file && fd >= 0) {
        int error = errno;
        close(fd);
        unlink(name);
        errno = error;
    }
    return file;
}

gg_status cflp_json_check(const char *path, gg_error *e)
{
    struct stat info;
    char name[4096];
    if (strcmp(path, "-") == 0)
        return GG_OK;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return cannot_write(path, EISDIR, e);
        if (access(path, W_OK) != 0)
            return cannot_write(path, errno, e);
    }
    if (!replaceable(path))
        return GG_OK;
    FILE *file = open_beside(path, name, sizeof name);
    if (!file)
        return cannot_write(path, errno, e);
    fclose(file);
    unlink(name);
    return GG_OK;
}

/* 15 digits: 0.1 stays 0.1. */
static bool dump(json_t *object, FILE *file)
{
    return json_dumpf(object, file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 &&
           fputc('\n', file) != EOF && fflush(file) == 0;
}

static gg_status replace(const char *path, json_t *object, gg_error *e)
{
    char name[4096];
    FILE *file = open_beside(path, name, sizeof name);
    if (!file)
        return cannot_write(path, errno, e);
    errno = 0;
    bool written = dump(object, file) && fsync(fileno(file)) == 0;
    int error = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && rename(name, path) != 0) {
        written = false;
        error = errno;
    }
    if (written)
        return GG_OK;
    unlink(name);
    return cannot_write(path, error, e);
}

static gg_status write_in_place(const char *path, json_t *object, gg_error *e)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file)
        return cannot_write(path, errno, e);
    bool written = dump(object, file);
    int error = errno;
    if (file != stdout && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    return written ? GG_OK : cannot_write(path, error, e);
}

gg_status cflp_json_write(const char *path, const cflp_experiment *x, gg_error *e)
{
    json_t *object = experiment_object(x);
    if (!object)
        return gg_fail(e, GG_ERR_MEMORY, "%s: out of memory for the results", path);
    bool beside = strcmp(path, "-") != 0 && replaceable(path);
    gg_status status = beside ? replace(path, object, e) : write_in_place(path, object, e);
    json_decref(object);
    return status;
}
