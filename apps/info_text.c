/* info_text.c: a data set on one screen. */
#include "info.h"
#include "odd_name.h"

#include <stdarg.h>
#include <string.h>

/* "1,334,889". Each is good until the eighth call after it. */
static const char *grouped(int64_t n)
{
    static char texts[8][32];
    static int turn;
    char digits[24], *text = texts[turn = (turn + 1) % 8];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)n), used = 0;
    for (int k = 0; k < length; k++) {
        text[used++] = digits[k];
        if ((length - k) % 3 == 1 && k + 1 < length)
            text[used++] = ',';
    }
    text[used] = '\0';
    return text;
}

/* "no repeats", "1 repeat", "12 repeats". */
static const char *counted(int64_t n, const char *thing)
{
    static char texts[4][64];
    static int turn;
    char *text = texts[turn = (turn + 1) % 4];
    snprintf(text, sizeof texts[0], "%s %s%s", n ? grouped(n) : "no", thing, n == 1 ? "" : "s");
    return text;
}

static const char *time_text(double seconds)
{
    static char texts[4][32];
    static int turn;
    char *text = texts[turn = (turn + 1) % 4];
    if (seconds < 10)
        snprintf(text, sizeof texts[0], "%.2g s", seconds);
    else if (seconds < 120)
        snprintf(text, sizeof texts[0], "%.0f s", seconds);
    else if (seconds < 7200)
        snprintf(text, sizeof texts[0], "%.0f min", seconds / 60);
    else
        snprintf(text, sizeof texts[0], "%.0f h", seconds / 3600);
    return text;
}

static const char *bytes_text(double bytes)
{
    static char text[32];
    if (bytes < 1e9)
        snprintf(text, sizeof text, "%.0f MB", bytes / 1e6);
    else
        snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

static void line(FILE *out, const char *label, const char *format, ...) GG_PRINTF(3, 4);
static void line(FILE *out, const char *label, const char *format, ...)
{
    va_list arguments;
    fprintf(out, "  %-12s", label);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputc('\n', out);
}

static void print_graph(FILE *out, const info *x)
{
    const gg_graph_statistics *g = &x->graph;
    const gg_cleaned *c = &x->data->full->cleaned;
    const gg_names *names = x->data->names;
    double nodes = g->nodes ? (double)g->nodes : 1;
    fprintf(out, "Graph         %s\n", x->data->name);
    line(out, "nodes", "%s, %s isolated", grouped(g->nodes),
         g->isolated ? grouped(g->isolated) : "none");
    char odd[128];
    if (names)
        line(out, "called", "%s, from %.40s to %.40s%s", names->numbers ? "by numbers" : "by names",
             gg_name(names, 0), gg_name(names, (int32_t)names->count - 1),
             odd_name_text(names, x->path, odd));
    if (x->data->columns > 2)
        line(out, "columns", "%d, the first two of which are read", x->data->columns);
    line(out, "links", "%s, density %.3g", grouped(g->edges), g->density);
    line(out, "dropped", "%s, %s (%s the other way round)", counted(c->self_loops, "self-loop"),
         counted(c->duplicates, "repeat"), c->reversed ? grouped(c->reversed) : "none");
    line(out, "degree", "mean %.2f, median %g, largest %s", g->degree_mean, g->degree_median,
         grouped(g->degree_max));
    line(out, "components", "%s, the largest of %s (%.1f%%)", grouped(g->components),
         counted(g->largest_component, "node"), 100 * (double)g->largest_component / nodes);
    line(out, "triangles", "%s, transitivity %.4f, clustering %.4f", grouped(g->triangles),
         g->transitivity, g->clustering);
    line(out, "k-cores", "k up to %d, that core of %s", (int)x->core_max,
         counted(x->core_nodes, "node"));
    line(out, "sha256", "%s", x->data->sha256);
}

static void print_features(FILE *out, const info *x)
{
    const gg_csr *f = x->data->features;
    if (!f) {
        fprintf(out, "\nFeatures      none; one-hot degrees would be %s columns\n",
                grouped(x->graph.degree_max + 1));
        return;
    }
    double cells = (double)f->rows * (double)f->cols, entries = (double)gg_csr_nnz(f);
    fprintf(out, "\nFeatures      %s columns, %.3g%% of their numbers not zero\n", grouped(f->cols),
            cells > 0 ? 100 * entries / cells : 0);
}

static void print_splits(FILE *out, const info *x)
{
    if (x->split_count == 0) {
        fprintf(out, "\nSplits        none\n");
        return;
    }
    fprintf(out, "\nSplits       ");
    for (int k = 0; k < INFO_SETS; k++)
        fprintf(out, "%11s", info_set_names[k]);
    fputc('\n', out);
    for (int64_t k = 0; k < x->split_count; k++) {
        const info_split *s = &x->splits[k];
        fprintf(out, "  %-11s", s->name);
        for (int set = 0; s->readable && set < INFO_SETS; set++)
            fprintf(out, "%11s", grouped(s->count[set]));
        fprintf(out, "%s%s\n", s->readable ? "" : " not to be read: ", s->error);
    }
}

static void print_estimate(FILE *out, const info *x)
{
    const info_estimate *s = &x->estimate;
    fprintf(out, "\nTraining      estimated for cflp_train's default settings, %s, %s\n",
            counted(s->train_links, "link"), counted(s->threads, "thread"));
    for (int k = 0; k < INFO_RATES; k++)
        line(out, k ? "" : "an epoch", "%s with %g non-link%s a link%s (%s pairs)",
             time_text(s->epoch[k].seconds), s->epoch[k].neg_rate,
             s->epoch[k].neg_rate == 1 ? "" : "s", k ? ", as published for Cora" : "",
             grouped((int64_t)s->epoch[k].pairs));
    line(out, "once", "%s for embedding, matching and effects", time_text(s->seconds_once));
    line(out, "memory", "%s", bytes_text(s->bytes));
}

void info_print(FILE *out, const info *x)
{
    print_graph(out, x);
    print_features(out, x);
    print_splits(out, x);
    print_estimate(out, x);
}
