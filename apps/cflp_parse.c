/* cflp_parse.c: the command line and config files. */
#include "cflp_options.h"
#include "data_file.h"
#include "result_file.h"
#include "treatments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static gg_status set(const cflp_option *o, cflp_settings *s, cflp_giver giver, const char *text,
                     const char *place, gg_error *e)
{
    cflp_giver *given = &s->given[o - cflp_options];
    if (*given > giver)
        return GG_OK;
    gg_status status = cflp_option_set(o, s, text, place, e);
    if (status == GG_OK)
        *given = giver;
    return status;
}

/* ---- config files ---- */

static char *trim(char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

static void cut_comment(char *text)
{
    for (char *c = text; *c; c++)
        if (*c == '#' && (c == text || c[-1] == ' ' || c[-1] == '\t'))
            *c-- = '\0';
}

/* Cuts a comment off a value. A value in double quotes may hold blanks at its ends and '#', and
 * quotes: the last one closes it. */
static gg_status bare_value(char *text, const char *place, char **value, gg_error *e)
{
    char *end = strrchr(text, '"');
    bool quoted = text[0] == '"' && end > text;
    if (quoted)
        *end++ = '\0';
    cut_comment(quoted ? end : text);
    if (quoted && *trim(end))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "%s: expected nothing but a comment behind a closing quote, found '%.60s'",
                       place, trim(end));
    *value = quoted ? text + 1 : trim(text);
    return GG_OK;
}

static gg_status config_line(char *line, cflp_settings *s, cflp_giver giver, const char *place,
                             gg_error *e)
{
    char *name = trim(line);
    if (*name == '\0' || *name == '#')
        return GG_OK;
    char *equals = strchr(name, '=');
    if (!equals)
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected 'name = value', found '%.60s'", place,
                       name);
    *equals = '\0';
    name = trim(name);
    const cflp_option *o = cflp_option_find(name);
    if (!o) {
        const cflp_option *near = cflp_option_suggest(name, s->program);
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: unknown option '%.60s'%s%s%s", place, name,
                       near ? "; did you mean '" : "", near ? near->name : "", near ? "'?" : "");
    }
    if (o->rules & CFLP_EARLY)
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: '%s' belongs on the command line, not in a file",
                       place, name);
    char named[600], *value = NULL;
    snprintf(named, sizeof named, "%s: %s", place, name);
    gg_status status = bare_value(trim(equals + 1), named, &value, e);
    return status == GG_OK ? set(o, s, giver, value, named, e) : status;
}

/* Closes the file; path: its name in errors. */
static gg_status read_settings(FILE *file, const char *path, cflp_settings *s, cflp_giver giver,
                               gg_error *e)
{
    if (!file)
        return gg_fail(e, GG_ERR_IO, "%s: cannot read the config file: %s", path, strerror(errno));
    char *line = NULL;
    size_t size = 0;
    gg_status status = GG_OK;
    errno = 0;
    ssize_t length;
    for (int k = 1; status == GG_OK && (length = getline(&line, &size, file)) >= 0; k++) {
        char place[512];
        snprintf(place, sizeof place, "%.400s:%d", path, k);
        bool marked = k == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0; /* byte order mark */
        status = strlen(line) < (size_t)length
                     ? gg_fail(e, GG_ERR_ARGUMENT, "%s: expected text, found a byte 0", place)
                     : config_line(line + (marked ? 3 : 0), s, giver, place, e);
    }
    if (status == GG_OK && !feof(file))
        status =
            gg_fail(e, GG_ERR_IO, "%s: cannot read the config file: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return status;
}

static gg_status read_config(const char *path, cflp_settings *s, gg_error *e)
{
    return read_settings(fopen(path, "r"), path, s, CFLP_BY_FILE, e);
}

/* What --save kept beside the model. */
static gg_status read_saved(const char *path, cflp_settings *s, gg_error *e)
{
    char *about = NULL, name[512];
    gg_status status = gg_params_read_about(path, &about, e);
    if (status != GG_OK)
        return status;
    snprintf(name, sizeof name, "%.400s: about.txt", path);
    if (strstr(about, "\nmodel = "))
        status = read_settings(fmemopen(about, strlen(about), "r"), name, s, CFLP_BY_MODEL, e);
    else
        status = gg_fail(e, GG_ERR_FORMAT, "%s: expected settings, as --save writes them", name);
    gg_free(about);
    return status;
}

/* ---- the command line ---- */

static gg_status unknown(const char *argument, const char *name, cflp_program program, gg_error *e)
{
    const cflp_option *near = cflp_option_suggest(name, program);
    if (near)
        return gg_fail(e, GG_ERR_ARGUMENT, "unknown option %s; did you mean --%s?", argument,
                       near->name);
    return gg_fail(e, GG_ERR_ARGUMENT, "unknown option %s; see %s --help", argument,
                   cflp_program_name(program));
}

/* One option and its value: argv[*k] and maybe argv[*k + 1]. Acts on those that are early, or on
 * those that are not. */
static gg_status take_option(int argc, char **argv, int *k, bool early, cflp_settings *s,
                             gg_error *e)
{
    const char *argument = strcmp(argv[*k], "-h") == 0 ? "--help" : argv[*k];
    const char *name = argument + strspn(argument, "-");
    const char *equals = strchr(name, '=');
    char plain[64], place[72];
    snprintf(plain, sizeof plain, "%.*s", equals ? (int)(equals - name) : 63, name);
    snprintf(place, sizeof place, "--%s", plain);
    const cflp_option *o = cflp_option_find(plain);
    if (!o || !cflp_option_belongs(o, s->program) || argument[1] != '-' || argument[2] == '-')
        return unknown(argument, plain, s->program, e);

    const char *value = equals ? equals + 1 : "yes";
    if (o->type != CFLP_FLAG && !equals) {
        if (*k + 1 >= argc || strncmp(argv[*k + 1], "--", 2) == 0)
            return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected a value (%s) after it, found %s",
                           place, o->argument, *k + 1 < argc ? argv[*k + 1] : "nothing");
        value = argv[++*k];
    }
    if (early != ((o->rules & CFLP_EARLY) != 0))
        return GG_OK;
    gg_status status = set(o, s, CFLP_BY_COMMAND_LINE, value, place, e);
    if (status == GG_OK && strcmp(o->name, "config") == 0)
        status = read_config(s->config, s, e);
    if (status == GG_OK && strcmp(o->name, "load") == 0)
        status = read_saved(s->load, s, e);
    return status;
}

static gg_status pass(int argc, char **argv, bool early, cflp_settings *s, gg_error *e)
{
    const char *dataset = NULL;
    bool options = true;
    gg_status status = GG_OK;
    for (int k = 1; k < argc && status == GG_OK && !s->help && !s->version; k++) {
        if (options && strcmp(argv[k], "--") == 0) {
            options = false;
        } else if (options && argv[k][0] == '-' && argv[k][1]) {
            status = take_option(argc, argv, &k, early, s, e);
        } else if (dataset) {
            status = gg_fail(e, GG_ERR_ARGUMENT, "expected one DATASET, found '%s' and '%s'",
                             dataset, argv[k]);
        } else {
            dataset = argv[k];
            if (!early)
                status = set(cflp_option_find("dataset"), s, CFLP_BY_COMMAND_LINE, dataset,
                             "DATASET", e);
        }
    }
    return status;
}

/* ---- what options mean together ---- */

/* What another program writes, a config file for both may name. */
static void forget_files_of_others(cflp_settings *s)
{
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        if ((o->rules & CFLP_OUTPUT) && o->type == CFLP_TEXT && !cflp_option_belongs(o, s->program))
            *(const char **)((char *)s + o->offset) = NULL;
    }
}

static cflp_giver giver_of(const cflp_settings *s, const char *name)
{
    return s->given[cflp_option_find(name) - cflp_options];
}

static gg_status set_default(cflp_settings *s, const char *name, const char *text, gg_error *e)
{
    return giver_of(s, name) ? GG_OK : cflp_option_set(cflp_option_find(name), s, text, name, e);
}

/* Defaults that hold without a data set, and those of the paper. */
static gg_status other_defaults(cflp_settings *s, gg_error *e)
{
    gg_status status = GG_OK;
    for (int k = 0; k < cflp_option_count && status == GG_OK; k++) {
        const cflp_option *o = &cflp_options[k];
        bool paper = o->paper && s->profile == CFLP_PAPER;
        if (!s->dataset && s->given[k] && (o->rules & CFLP_DATASET))
            status = gg_fail(e, GG_ERR_ARGUMENT, "--%s: expected a DATASET with it, found none",
                             o->name);
        else if (paper || (o->generated && !s->dataset))
            status = set_default(s, o->name, paper ? o->paper : o->generated, e);
    }
    return status;
}

static gg_status settle_encoder(cflp_settings *s, gg_error *e)
{
    const char *jk = s->encoder != CFLP_JKNET   ? "none"
                     : s->profile == CFLP_PAPER ? "mean"
                                                : "weighted";
    s->model.encoder.conv = s->encoder == CFLP_SAGE ? GG_LINK_SAGE : GG_LINK_GCN;
    return set_default(s, "jk", jk, e);
}

static cflp_predictor predictor_named(const char *name)
{
    const cflp_option *o = cflp_option_find("model");
    for (int k = 0; o->choices[k]; k++)
        if (strcmp(o->choices[k], name) == 0)
            return (cflp_predictor)k;
    return CFLP_EMBEDDING;
}

/* A model's own defaults. A config file's settings of CFLP do not count where the command line asks
 * for another model. */
static gg_status set_weaker(cflp_settings *s, const cflp_option *o, const char *text, gg_error *e)
{
    return giver_of(s, o->name) < giver_of(s, "model") ? cflp_option_set(o, s, text, o->name, e)
                                                       : GG_OK;
}

/* Without a treatment there are no counterfactuals. A decoder alone is trained as the Open Graph
 * Benchmark does it on Node2Vec. */
static gg_status set_model_defaults(cflp_settings *s, gg_error *e)
{
    static const char *const untreated[] = {"alpha", "beta", "epochs-ft"};
    gg_status status = GG_OK;
    for (int k = 0; k < 3 && status == GG_OK; k++)
        status = set_weaker(s, cflp_option_find(untreated[k]), "0", e);
    for (int k = 0; k < cflp_option_count && status == GG_OK; k++)
        if (s->predictor == CFLP_EMBEDDING && cflp_options[k].alone)
            status = set_weaker(s, &cflp_options[k], cflp_options[k].alone, e);
    return status;
}

static gg_status settle_predictor(cflp_settings *s, gg_error *e)
{
    s->predictor = predictor_named(s->predictor_name);
    if (s->predictor == CFLP_CFLP)
        return GG_OK;
    gg_status status = set_model_defaults(s, e);
    if (status == GG_OK && (s->model.alpha > 0 || s->model.beta > 0))
        status = gg_fail(e, GG_ERR_ARGUMENT, "--%s: expected --model cflp with it, found another",
                         s->model.alpha > 0 ? "alpha" : "beta");
    s->model.treatments = 0;
    if (cflp_is_heuristic(s))
        s->runs = 1; /* nothing is drawn: every run would be the same */
    return status;
}

/* A split that nobody named: the data set's first, or else a random one. */
static gg_status choose_split(cflp_settings *s, gg_error *e)
{
    char path[4096];
    if (giver_of(s, "split") > giver_of(s, "split-seed"))
        s->split_seed = 0;
    else if (giver_of(s, "split") < giver_of(s, "split-seed"))
        s->split = NULL;
    if (s->split && s->split_seed)
        return gg_fail(e, GG_ERR_ARGUMENT, "--split-seed: expected it or --split, found both: %s",
                       s->split);
    if (!s->dataset || s->split || s->split_seed || s->program == CFLP_EMBED)
        return GG_OK;
    snprintf(path, sizeof path, "%s/splits/0", s->dataset);
    return access(path, F_OK) == 0 ? set_default(s, "split", "splits/0", e)
                                   : set_default(s, "split-seed", "1", e);
}

/* Shares of a split that is not drawn mean nothing; those in a config file may wait for one. */
static gg_status settle_split(cflp_settings *s, gg_error *e)
{
    static const char *const shares[] = {"val-frac", "test-frac"};
    gg_status status = choose_split(s, e);
    for (int k = 0; k < 2 && status == GG_OK; k++)
        if (s->dataset && !s->split_seed && giver_of(s, shares[k]) == CFLP_BY_COMMAND_LINE)
            status = gg_fail(e, GG_ERR_ARGUMENT, "--%s: expected --split-seed with it, found %s%s",
                             shares[k], s->split ? "the split " : "none", s->split ? s->split : "");
    return status;
}

static gg_status settle_treatment(cflp_settings *s, gg_error *e)
{
    int count = treatment_count(s->treatment);
    s->model.treatments = count;
    if (s->program == CFLP_LINKS && count > 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "--treatment: expected one, found '%.100s'",
                       s->treatment);
    if (s->program == CFLP_TRAIN && count > GG_CFLP_MAX_TREATMENTS)
        return gg_fail(e, GG_ERR_ARGUMENT, "--treatment: expected at most %d, found %d",
                       GG_CFLP_MAX_TREATMENTS, count);
    return GG_OK;
}

static gg_status check_ending(const char *place, const char *path, const char *ending, gg_error *e)
{
    size_t length = strlen(path), n = strlen(ending);
    if (length > n && strcmp(path + length - n, ending) == 0)
        return GG_OK;
    return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected a name that ends in %s, found '%s'", place,
                   ending, path);
}

static gg_status check_predictions(const cflp_settings *s, gg_error *e)
{
    if (s->program == CFLP_TRAIN && s->pairs && !s->predictions)
        return gg_fail(e, GG_ERR_ARGUMENT, "--pairs: expected --predictions with it, found none");
    if (s->predictions && s->predictor != CFLP_CFLP && s->predictor != CFLP_GNN)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "--predictions: expected --model cflp or gnn with it, found another");
    return GG_OK;
}

/* A model is kept for what only it can say: --predictions. Its metrics were told when it was
 * trained; on another split they would be of links that it has seen. */
static gg_status check_saved(const cflp_settings *s, gg_error *e)
{
    if (s->save && s->predictor != CFLP_CFLP && s->predictor != CFLP_GNN)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "--save: expected --model cflp or gnn with it, found another");
    if (s->save && check_ending("--save", s->save, ".npz", e))
        return GG_ERR_ARGUMENT;
    return GG_OK;
}

/* What is asked of a model, and of which data, is the command line's; what it is, is its own. */
static gg_status check_loaded(const cflp_settings *s, gg_error *e)
{
    const char *trained = s->json           ? "json"
                          : s->save         ? "save"
                          : s->print_config ? "print-config"
                                            : NULL;
    if (!s->load)
        return GG_OK;
    if (!s->predictions)
        return gg_fail(e, GG_ERR_ARGUMENT, "--load: expected --predictions with it, found none");
    if (trained)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "--load: expected no --%s with it, as nothing is trained", trained);
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        if (s->given[k] == CFLP_BY_COMMAND_LINE && cflp_option_of_model(o))
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "--%s: expected it without --load: a model has its own", o->name);
    }
    return GG_OK;
}

/* No file is written that another option reads or writes. */
static gg_status check_files(const cflp_settings *s, gg_error *e)
{
    char inside[4096];
    const char *pairs = s->pairs ? data_file(s->dataset, s->pairs, inside, sizeof inside) : NULL;
    const char *tsv = s->tsv && s->program == CFLP_TREATMENTS ? "-" : NULL;
    const struct {
        const char *name, *path;
    } files[] = {
        {"--json", s->json},     {"--save", s->save},   {"--predictions", s->predictions},
        {"--out", s->out},       {"--names", s->names}, {"--tsv", tsv}, /* written; and read: */
        {"DATASET", s->dataset}, {"--pairs", pairs},    {"--load", s->load}};
    enum { FILES = sizeof files / sizeof *files, WRITTEN = 6 };
    for (int k = 0; k < WRITTEN; k++)
        for (int other = k + 1; other < FILES; other++)
            if (files[k].path && files[other].path &&
                result_file_same(files[k].path, files[other].path))
                return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected another file than %s's",
                               files[other < WRITTEN ? other : k].name,
                               files[other < WRITTEN ? k : other].name);
    return GG_OK;
}

/* What gg_embed cannot do without. */
static gg_status check_embed(const cflp_settings *s, gg_error *e)
{
    const char *missing = !s->dataset  ? "a DATASET"
                          : !s->method ? "--method NAME"
                          : !s->out    ? "--out FILE.npy"
                                       : NULL;
    if (s->program != CFLP_EMBED)
        return GG_OK;
    if (missing)
        return gg_fail(e, GG_ERR_ARGUMENT, "expected %s; see gg_embed --help", missing);
    return check_ending("--out", s->out, ".npy", e);
}

/* Matches with oneself belong to the exact minimum alone. The profile's give way to another
 * --match, and a config file's to the command line's. */
static gg_status settle_match(cflp_settings *s, gg_error *e)
{
    if (s->match == CFLP_MATCH_EXACT)
        return GG_OK;
    if (giver_of(s, "match-self") < giver_of(s, "match"))
        s->match_self = false;
    return s->match_self ? gg_fail(e, GG_ERR_ARGUMENT,
                                   "--match-self: expected --match exact with it, found --match %s",
                                   cflp_option_find("match")->choices[s->match])
                         : GG_OK;
}

static gg_status complete(cflp_settings *s, gg_error *e)
{
    forget_files_of_others(s);
    gg_status status = other_defaults(s, e);
    if (status == GG_OK)
        status = settle_treatment(s, e);
    if (status == GG_OK)
        status = check_embed(s, e);
    if (status == GG_OK)
        status = settle_encoder(s, e);
    if (status == GG_OK)
        status = settle_predictor(s, e);
    if (status == GG_OK)
        status = settle_split(s, e);
    if (status == GG_OK)
        status = check_predictions(s, e);
    if (status == GG_OK)
        status = check_saved(s, e);
    if (status == GG_OK)
        status = check_loaded(s, e);
    if (status == GG_OK)
        status = check_files(s, e);
    return status == GG_OK ? settle_match(s, e) : status;
}

gg_status cflp_parse(int argc, char **argv, cflp_settings *s, gg_error *e)
{
    gg_status status = pass(argc, argv, true, s, e);
    if (status != GG_OK || s->help || s->version)
        return status;
    status = pass(argc, argv, false, s, e);
    return status == GG_OK ? complete(s, e) : status;
}
