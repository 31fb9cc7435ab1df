/* cflp_help.c: --help and --print-config, from the table of options. */
#include "cflp_options.h"
#include "treatments.h"

#include <string.h>

enum { WIDTH = 88, INDENT = 22 };

/* ---- help ---- */

static const char train_introduction[] =
    "Usage: cflp_train [options] [DATASET]\n"
    "\n"
    "Trains CFLP, link prediction with counterfactual links (Zhao et al., ICML 2022), on a\n"
    "graph, and reports how well it tells the links held out for testing from non-links.\n"
    "\n"
    "Without DATASET a citation-like graph is generated and trained on: a few minutes.\n"
    "\n";

static const char treatments_introduction[] =
    "Usage: cflp_treatments [options] [DATASET]\n"
    "\n"
    "Tells which treatment to train CFLP with: matches all pairs of a graph's nodes under each\n"
    "treatment, without training, and prints how many pairs it treats, how many have a\n"
    "counterfactual, and its observed effect on links. The weakest effect comes first.\n"
    "\n"
    "--treatment takes several names with commas between; unset: all that need no file.\n"
    "\n";

static const char links_introduction[] =
    "Usage: cflp_links [options] [DATASET]\n"
    "\n"
    "Explains pairs of nodes by their counterfactual links. Prints for each, with tabs between:\n"
    "its treatment and whether it is a link to train on; the nearest pair a, b that is treated\n"
    "the other way, its distance, and whether that is a link (outcome).\n"
    "\n";

static const char embed_introduction[] =
    "Usage: gg_embed --method NAME --out FILE.npy [options] DATASET\n"
    "\n"
    "Makes an embedding of a graph's nodes, a vector for each, without labels, and writes it as a\n"
    "NumPy matrix. Without --split and --split-seed it is learned from all links, for classifying\n"
    "or drawing nodes. To predict links, give the split that you will test on: an embedding that\n"
    "has seen the links held out makes every result on them worthless.\n"
    "\n";

static const char data_sets[] =
    "DATASET is an edge list, two columns of names or numbers (.csv, .tsv or with blanks);\n"
    "or a folder:\n"
    "  edges.txt           links, 'u v' a line; nodes are numbered from 0; '#' starts a comment\n"
    "  features.npz        node features, if any: a SciPy sparse matrix (scipy.sparse.save_npz)\n"
    "                      or features.npy, a NumPy matrix; or features.mtx\n"
    "  splits/0/           pairs in the same form: train.txt, valid.txt and test.txt are links,\n"
    "                      valid_neg.txt and test_neg.txt are non-links\n"
    "Without features the nodes' degrees serve as such%s.\n"
    "\n"
    "Relative paths of %s\n"
    "are looked up in DATASET (beside an edge list) first; what is written is not.\n";

static const char train_conclusion[] =
    "\n"
    "Examples\n"
    "  cflp_train                                     the generated graph\n"
    "  cflp_train friends.csv                         an edge list, split at random\n"
    "  cflp_train --runs 5 --json out.json data/cora  five seeds; all results as JSON\n"
    "  cflp_train --config apps/presets/cora.conf --split splits/1 data/cora\n"
    "                                                 the published settings, another split\n"
    "  cflp_train --model gnn data/cora               the graph network alone, to compare with\n"
    "  cflp_train --model aa data/cora                a heuristic, to compare with\n"
    "  cflp_train --runs 5 --pairs mine.txt --predictions mine.tsv data/cora\n"
    "                                                 how likely are these links?\n"
    "  cflp_train --save model.npz data/cora          train once,\n"
    "  cflp_train --load model.npz --pairs mine.txt --predictions mine.tsv\n"
    "                                                 and ask later\n"
    "  cflp_train --lr 0.05 --print-config data/cora > my.conf\n"
    "                                                 keep settings, for --config my.conf\n"
    "\n"
    "Ctrl-C ends the training after the current epoch and reports what was reached.\n"
    "Exit status: 0 done, 1 failed or interrupted, 2 wrong usage.\n";

static const char treatments_conclusion[] =
    "\n"
    "Examples\n"
    "  cflp_treatments friends.csv                        all treatments\n"
    "  cflp_treatments --treatment kcore,ward:8,commn:3 data/cora\n"
    "  cflp_treatments --tsv --quiet data/cora > treatments.tsv\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

static const char links_conclusion[] =
    "\n"
    "Examples\n"
    "  cflp_links --pairs mine.txt data/cora              why these?\n"
    "  cflp_links --treatment commn --quiet friends.csv > links.tsv\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

static const char embed_conclusion[] =
    "\n"
    "Examples\n"
    "  gg_embed --method svd --out cora.npy data/cora\n"
    "  gg_embed --method svd --split splits/0 --out train.npy data/cora\n"
    "  cflp_train --split splits/0 --embedding ./train.npy data/cora\n"
    "                                                 the same as --embedding svd\n"
    "\n"
    "Prints one line: the method, what it saw, the matrix, the seconds and the file. An embedding\n"
    "that was made before is taken from the cache, ~/.cache/graphgrad or $GRAPHGRAD_CACHE.\n"
    "Ctrl-C ends it, and nothing is written.\n"
    "Exit status: 0 done, 1 failed or interrupted, 2 wrong usage.\n";

/* What the methods of embedding are. */
static const char *const methods[][2] = {
    {"features", "the features as --feature-norm has them, or degrees"},
    {"svd", "singular vectors of features smoothed over the graph: quick"},
    {"node2vec", "nodes are near that random walks often meet; looks at links alone"},
    {"dgi", "Deep Graph Infomax: tells the graph from one with shuffled features"},
    {"grace", "GRACE: finds nodes again in two thinned copies of the graph"},
    {"mvgrl", "MVGRL: contrasts the graph with its diffusion; the paper's choice"},
};

/* Prints words between the columns INDENT and WIDTH, from column `at` on. */
static void print_wrapped(FILE *out, int at, const char *words)
{
    while (*words) {
        int length = (int)strcspn(words, " ");
        if (at > INDENT && at + 1 + length > WIDTH) {
            fputc('\n', out);
            at = 0;
        }
        int blanks = at < INDENT ? INDENT - at : 1;
        fprintf(out, "%*s%.*s", blanks, "", length, words);
        at += blanks + length;
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', out);
}

/* "(default 30; paper: 40)", or nothing to say of what is unset, and of most flags. */
static void default_text(const cflp_option *o, const cflp_settings *defaults, char *text,
                         size_t size)
{
    const struct {
        const char *label, *value;
    } others[] = {{"; generated graph: ", o->generated},
                  {"; paper: ", defaults->program == CFLP_TRAIN ? o->paper : NULL},
                  {"; embedding alone: ", o->alone}};
    char value[64];
    bool plain = o->type == CFLP_FLAG && !others[1].value;
    text[0] = '\0';
    if (plain || (o->rules & CFLP_SETTLED) || !cflp_option_format(o, defaults, value, sizeof value))
        return;
    size_t used = (size_t)snprintf(text, size, " (default %s", value);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k].value && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", others[k].label,
                                     others[k].value);
    if (used < size)
        snprintf(text + used, size - used, ")");
}

static void print_option(FILE *out, const cflp_option *o, const cflp_settings *defaults)
{
    char initial[128], words[768];
    bool other = o->others & (unsigned)defaults->program;
    int at =
        fprintf(out, "  --%s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    if (at >= INDENT) {
        fputc('\n', out);
        at = 0;
    }
    default_text(o, defaults, initial, sizeof initial);
    snprintf(words, sizeof words, "%s%s", other ? o->other_help : o->help, initial);
    print_wrapped(out, at, words);
}

static void print_options(FILE *out, cflp_program program)
{
    cflp_settings defaults;
    const char *section = "";
    if (cflp_settings_init(&defaults, program, NULL) == GG_OK) {
        for (int k = 0; k < cflp_option_count; k++) {
            if (!cflp_option_belongs(&cflp_options[k], program))
                continue;
            if (strcmp(section, cflp_options[k].section) != 0)
                fprintf(out, "\n%s\n", cflp_options[k].section);
            section = cflp_options[k].section;
            print_option(out, &cflp_options[k], &defaults);
        }
    }
    cflp_settings_free(&defaults);
}

/* The methods that the library has, each with its settings. */
static void print_methods(FILE *out)
{
    fputs("\nEmbeddings\n", out);
    for (int k = 0; gg_embedding_name(k); k++) {
        const char *name = gg_embedding_name(k), *what = "";
        char settings[512] = "", words[768];
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            if (strcmp(methods[m][0], name) == 0)
                what = methods[m][1];
        if (gg_embedding_settings(name, 128, settings, sizeof settings, NULL) == GG_OK) {
            snprintf(words, sizeof words, "%s (%s)", what, settings);
            print_wrapped(out, fprintf(out, "  %s", name), words);
        }
    }
}

void cflp_print_help(FILE *out, cflp_program program)
{
#define FILES "--split, --features, --embedding, labels:FILE and pairs:FILE"
    static const struct {
        const char *introduction, *conclusion, *files;
    } texts[] = {[CFLP_TRAIN] = {train_introduction, train_conclusion, "--pairs, " FILES},
                 [CFLP_TREATMENTS] = {treatments_introduction, treatments_conclusion, FILES},
                 [CFLP_LINKS] = {links_introduction, links_conclusion, "--pairs, " FILES},
                 [CFLP_EMBED] = {embed_introduction, embed_conclusion, "--split and --features"}};
#undef FILES
    bool embed = program == CFLP_EMBED;
    fputs(texts[program].introduction, out);
    fprintf(out, data_sets, embed ? "" : "; without a split a random one is drawn",
            texts[program].files);
    print_options(out, program);
    print_methods(out);
    if (!embed)
        fprintf(out, "\n%s", treatment_help);
    fputs(texts[program].conclusion, out);
}

/* ---- config ---- */

/* As a config file's line holds it: in double quotes where blanks or '#' would be lost. */
static void print_value(FILE *out, const char *text)
{
    static const char blanks[] = " \t\r";
    size_t length = strlen(text);
    bool quoted = text[0] == '"' || strchr(text, '#') ||
                  (length > 0 && (strchr(blanks, text[0]) || strchr(blanks, text[length - 1])));
    fprintf(out, quoted ? "\"%s\"\n" : "%s\n", text);
}

void cflp_print_config(FILE *out, const cflp_settings *s, bool model)
{
    const char *section = "";
    fputs("# cflp_train " GG_VERSION ": run again with cflp_train --config FILE\n", out);
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        char value[4096];
        bool is_set = cflp_option_format(o, s, value, sizeof value);
        if (!cflp_option_belongs(o, s->program) || (o->rules & CFLP_EARLY) ||
            ((o->rules & CFLP_OUTPUT) && (model || !s->given[k])) ||
            ((o->rules & CFLP_ASKED) && model))
            continue;
        if (strcmp(section, o->section) != 0)
            fprintf(out, "\n# %s\n", o->section);
        section = o->section;
        if (is_set && !((o->rules & CFLP_DATASET) && !s->dataset)) {
            fprintf(out, "%s%s = ", o->rules & CFLP_ONCE ? "# " : "", o->name);
            print_value(out, value);
        } else {
            fprintf(out, "# %s =\n", o->name);
        }
    }
}
