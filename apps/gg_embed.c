/* gg_embed: embeddings of a graph's nodes as a NumPy matrix, for use elsewhere. */
#include "cflp_main.h"
#include "cflp_report.h"
#include "interrupt.h"
#include "result_file.h"
#include "thread_count.h"

#include <string.h>

static gg_status tell(const cflp_experiment *x, const gg_tensor *z, gg_error *e)
{
    const gg_graph *g = cflp_embedding_source(x).graph;
    const cflp_embedding *about = &x->embedding;
    const char *names = x->settings->names;
    FILE *text = names && strcmp(names, "-") == 0 ? stderr : stdout;
    fprintf(text, "%s of %s, %s (%lld links): %lld x %lld in %.1f s%s: %s\n", about->name,
            x->data->name, x->data->train ? "the training graph" : "the whole graph",
            (long long)g->edges, (long long)z->shape[0], (long long)z->shape[1], about->seconds,
            about->cached ? " from the cache" : "", x->settings->out);
    return fflush(stdout) == 0 && !ferror(stdout)
               ? GG_OK
               : gg_fail(e, GG_ERR_IO, "cannot write to standard output");
}

/* As they are, without quotes: a line holds nothing else. */
static bool print_names(FILE *file, const void *dataset)
{
    const gg_dataset *d = dataset;
    for (int32_t i = 0; i < d->nodes; i++)
        if (d->names)
            fprintf(file, "%s\n", gg_name(d->names, i));
        else
            fprintf(file, "%d\n", i);
    return !ferror(file);
}

static gg_status work(const cflp_settings *s, gg_error *e)
{
    cflp_experiment x = {.settings = s, .build = gg_build_info()};
    gg_tensor *z = NULL;
    x.threads = thread_count(s->threads);
    interrupt_catch();
    gg_status status = result_file_check_whole(s->out, e);
    if (status == GG_OK && s->names)
        status = result_file_check(s->names, e);
    if (status == GG_OK)
        status = cflp_load_data(&x, e);
    if (status == GG_OK)
        status = cflp_make_embedding(&x, s->method, &z, e);
    if (status == GG_OK)
        status = gg_write_npy(s->out, z, e);
    if (status == GG_OK && s->names)
        status = result_file_write(s->names, print_names, x.data, e);
    if (status == GG_OK)
        status = tell(&x, z, e);
    gg_tensor_free(z);
    gg_dataset_free(x.data);
    return status;
}

int main(int argc, char **argv)
{
    return cflp_main(argc, argv, CFLP_EMBED, work);
}
