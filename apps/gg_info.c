/* gg_info: what there is to know about a data set before training on it. */
#include "info.h"

#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "result_file.h"

typedef struct arguments {
    const char *path, *features, *split, *json;
    bool help, version;
} arguments;

static const char help[] =
    "Usage: gg_info [options] DATASET\n"
    "\n"
    "Tells what there is to know about a graph before training on it: its links and what was\n"
    "dropped from them, degrees, components, triangles, cores, features, splits; and what a run\n"
    "of cflp_train would take.\n"
    "\n"
    "DATASET is a folder (edges.txt, features.npz, splits/0/, ...) or an edge list: two nodes a\n"
    "line, by numbers or names, with blanks, tabs or commas between.\n"
    "\n"
    "  --features FILE   node features, .npz, .npy or .mtx, or 'degree' for one-hot degrees; "
    "unset:\n"
    "                    those in the folder\n"
    "  --split DIR       a split to check against the graph, and to estimate for; unset: the "
    "first\n"
    "                    that is in the folder\n"
    "  --json FILE       write it all into FILE; '-' for standard output, the text then goes to\n"
    "                    standard error\n"
    "  --help            print this text\n"
    "  --version         print the version\n"
    "\n"
    "A relative --split or --features is looked up in DATASET first.\n"
    "\n"
    "Examples\n"
    "  gg_info data/cora\n"
    "  gg_info --split splits/1 --json cora.json data/cora\n"
    "  gg_info friends.csv\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

/* ---- the command line ---- */

/* The value of argv[*k] if that is --NAME VALUE or --NAME=VALUE; NULL if it is another option. */
static const char *value_of(int argc, char **argv, int *k, const char *name, gg_error *e)
{
    size_t length = strlen(name);
    const char *rest = argv[*k] + length;
    if (strncmp(argv[*k], name, length) != 0 || (*rest && *rest != '='))
        return NULL;
    if (*rest == '=')
        return rest + 1;
    if (*k + 1 < argc && strncmp(argv[*k + 1], "--", 2) != 0)
        return argv[++*k];
    gg_fail(e, GG_ERR_ARGUMENT, "%s: expected a value after it, found %s", name,
            *k + 1 < argc ? argv[*k + 1] : "nothing");
    return NULL;
}

static gg_status take_option(int argc, char **argv, int *k, arguments *a, gg_error *e)
{
    struct {
        const char *name, **value;
    } options[] = {{"--features", &a->features}, {"--split", &a->split}, {"--json", &a->json}};
    e->code = GG_OK;
    for (size_t n = 0; n < sizeof options / sizeof *options; n++) {
        const char *value = value_of(argc, argv, k, options[n].name, e);
        if (value)
            *options[n].value = value;
        if (value || e->code != GG_OK)
            return e->code;
    }
    a->help = strcmp(argv[*k], "--help") == 0 || strcmp(argv[*k], "-h") == 0;
    a->version = strcmp(argv[*k], "--version") == 0;
    return a->help || a->version
               ? GG_OK
               : gg_fail(e, GG_ERR_ARGUMENT, "unknown option %s; see gg_info --help", argv[*k]);
}

static gg_status parse(int argc, char **argv, arguments *a, gg_error *e)
{
    gg_status status = GG_OK;
    bool options = true;
    for (int k = 1; k < argc && status == GG_OK && !a->help && !a->version; k++) {
        if (options && strcmp(argv[k], "--") == 0)
            options = false;
        else if (options && argv[k][0] == '-' && argv[k][1])
            status = take_option(argc, argv, &k, a, e);
        else if (a->path)
            status = gg_fail(e, GG_ERR_ARGUMENT, "expected one DATASET, found '%s' and '%s'",
                             a->path, argv[k]);
        else
            a->path = argv[k];
    }
    if (status == GG_OK && !a->path && !a->help && !a->version)
        status = gg_fail(e, GG_ERR_ARGUMENT, "expected a DATASET; see gg_info --help");
    return status;
}

/* ---- what is found ---- */

static gg_status set_cores(info *x, gg_error *e)
{
    const gg_graph *g = x->data->full;
    int32_t *core = gg_alloc((size_t)g->nodes, sizeof *core);
    if (!core)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for %lld nodes", (long long)g->nodes);
    gg_status status = gg_graph_kcore(g, core, e);
    for (int64_t i = 0; i < g->nodes && status == GG_OK; i++) {
        x->core_nodes = core[i] > x->core_max ? 0 : x->core_nodes;
        x->core_max = core[i] > x->core_max ? core[i] : x->core_max;
        x->core_nodes += core[i] == x->core_max;
    }
    gg_free(core);
    return status;
}

static gg_status set_clusters(info *x, gg_error *e)
{
    gg_clustering *c = NULL;
    const gg_graph *g = x->data->train ? x->data->train : x->data->full;
    gg_status status = gg_treatment_kcore(g, false, &c, e);
    if (status == GG_OK)
        x->clusters = c->clusters;
    gg_clustering_free(c);
    return status;
}

static gg_status look(info *x, gg_error *e)
{
    gg_status status = gg_graph_describe(x->data->full, &x->graph, e);
    if (status == GG_OK)
        status = set_cores(x, e);
    if (status == GG_OK)
        status = set_clusters(x, e);
    if (status == GG_OK)
        status = info_find_splits(x, e);
    return status == GG_OK ? info_set_estimate(x, e) : status;
}

/* "degree" is what cflp_train takes it for: degrees in the graph that may be seen. */
static gg_status read_data(const arguments *a, gg_dataset **out, gg_error *e)
{
    bool degrees = a->features && strcmp(a->features, "degree") == 0;
    gg_status status = gg_dataset_read(a->path, a->split, degrees ? NULL : a->features, out, e);
    if (status != GG_OK || !degrees)
        return status;
    gg_dataset *d = *out;
    gg_csr_free(d->features);
    d->features = NULL;
    if (d->train)
        return gg_dataset_degree_features(d, e);
    status = gg_graph_degree_features(d->full, &d->features, e);
    return status == GG_OK ? gg_dataset_hash(d, e) : status;
}

static gg_status inform(const arguments *a, gg_error *e)
{
    info x = {.path = a->path, .split = a->split};
    FILE *out = a->json && strcmp(a->json, "-") == 0 ? stderr : stdout;
    gg_status status = a->json ? result_file_check(a->json, e) : GG_OK;
    if (status == GG_OK)
        status = read_data(a, &x.data, e);
    if (status == GG_OK)
        status = look(&x, e);
    if (status == GG_OK) {
        info_print(out, &x);
        if (fflush(out) != 0 || ferror(out))
            status = gg_fail(e, GG_ERR_IO, "cannot write to standard output");
    }
    if (status == GG_OK && a->json)
        status = info_json_write(a->json, &x, e);
    free(x.splits);
    gg_dataset_free(x.data);
    return status;
}

int main(int argc, char **argv)
{
    arguments a = {.path = NULL};
    gg_error error = {0};
    gg_status status = parse(argc, argv, &a, &error);
    bool parsed = status == GG_OK;
    if (parsed && a.help)
        fputs(help, stdout);
    else if (parsed && a.version)
        printf("gg_info %s\n", GG_VERSION);
    else if (parsed)
        status = inform(&a, &error);
    if (status != GG_OK)
        fprintf(stderr, "gg_info: %s\n", error.message);
    return status == GG_OK ? 0 : parsed ? 1 : 2;
}
