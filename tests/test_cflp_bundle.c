/* CFLP with several treatments: a training step's loss against one put together here from plain
 * operations, individual effects against predictions under other treatments, and the same bits and
 * clean errors as with one. The golden values are in test_cflp.c. */
#include "check.h"

#include "cflp.h"
#include "cflp_batch.h"

enum { TREATMENTS = 3 };

/* A graph with k-core, Louvain and common neighbours as treatments, and their matches. */
typedef struct world {
    gg_dataset *d;
    gg_clustering *clusters[2];
    gg_treatment t[TREATMENTS];
    gg_matcher *matcher[TREATMENTS];
} world;

static gg_status new_world(world *w, int64_t nodes, gg_dtype dtype, gg_error *e)
{
    gg_citation what = gg_citation_default();
    gg_tensor *embedding = NULL;
    gg_csr *features = NULL;
    *w = (world){0};
    what.nodes = nodes;
    what.edges = 5 * nodes / 2;
    what.words = 50;
    gg_status status = gg_dataset_generate(&what, &w->d, e);
    if (!status)
        status = gg_csr_cast(w->d->features, dtype, &features, e);
    if (!status) {
        gg_csr_free(w->d->features);
        w->d->features = features;
    }
    if (!status)
        status = gg_treatment_kcore(w->d->train, false, &w->clusters[0], e);
    if (!status)
        status = gg_treatment_louvain(w->d->train, 1, &w->clusters[1], e);
    for (int k = 0; !status && k < 2; k++)
        w->t[k] = gg_treatment_of_clustering(w->clusters[k]);
    if (!status)
        status = gg_treatment_common_neighbors(w->d->train, 1, &w->t[2], e);
    if (!status)
        status = gg_tensor_new(GG_F32, 2, (int64_t[]){nodes, 3}, &embedding, e);
    for (int64_t i = 0; !status && i < 3 * nodes; i++)
        gg_set(embedding, i, gg_rng_normal(gg_rng_new(3), (uint64_t)i));
    for (int k = 0; !status && k < TREATMENTS; k++)
        status = gg_matcher_new(w->d->train, &w->t[k], embedding, 20, GG_MATCH_EXACT, 1,
                                &w->matcher[k], e);
    gg_tensor_free(embedding);
    return status;
}

static void free_world(world *w)
{
    for (int k = 0; k < TREATMENTS; k++) {
        gg_matcher_free(w->matcher[k]);
        gg_treatment_free(&w->t[k]);
    }
    gg_clustering_free(w->clusters[0]);
    gg_clustering_free(w->clusters[1]);
    gg_dataset_free(w->d);
}

static gg_cflp_options small_options(int treatments, gg_cflp_bundle bundle)
{
    gg_cflp_options o = gg_cflp_defaults();
    o.treatments = treatments;
    o.bundle = bundle;
    o.encoder.hidden = o.decoder.hidden = 16;
    o.neg_rate = 4;
    o.epochs = 6;
    o.epochs_ft = 2;
    o.tile_pairs = 64;
    o.disc_pairs = 50;
    o.alpha = 0.7;
    o.beta = 0.4;
    return o;
}

static gg_cflp *train(const world *w, const gg_cflp_options *o, gg_dtype dtype,
                      gg_cflp_callback callback, void *context, gg_cflp_result *result)
{
    gg_error e;
    gg_cflp *m;
    if (gg_cflp_new(o, w->d->features->cols, dtype, &m, &e) ||
        gg_cflp_train(m, w->d, w->t, w->matcher, callback, context, result, &e))
        fail_msg("%s", e.message);
    return m;
}

/* ---- the loss ---- */

enum { STEPS = 8 };

static bool keep_loss(const gg_cflp_progress *p, void *context)
{
    if (!p->finetuning)
        ((double *)context)[p->epoch - 1] = p->loss;
    return true;
}

/* The decoder without any sharing: its layers on [z_u * z_v, T^1, ..., T^K]. */
static gg_tensor *plain_logits(gg_tape *t, const gg_cflp *m, gg_tensor *z, const gg_pairs *pairs,
                               gg_tensor *treatment)
{
    const gg_linear_layer *layer = m->decoder.mlp.layer;
    gg_tensor *product = gg_mul(t, gg_gather_rows(t, z, pairs->count, pairs->u),
                                gg_gather_rows(t, z, pairs->count, pairs->v));
    gg_tensor *x = gg_concat(t, 2, (gg_tensor *[]){product, treatment}, 1);
    return gg_linear(t, gg_elu(t, gg_linear(t, x, layer[0].weight, layer[0].bias)), layer[1].weight,
                     NULL);
}

/* Mean cross-entropy, written out; links weigh `weight`. */
static double cross_entropy(const gg_tensor *logits, const double *outcome, double weight)
{
    double sum = 0;
    for (int64_t k = 0; k < gg_numel(logits); k++) {
        double p = cflp_sigmoid(gg_get(logits, k));
        sum -= outcome[k] > 0 ? weight * log(p) : log(1 - p);
    }
    return sum / (double)gg_numel(logits);
}

static double discrepancy(const gg_tensor *z, const gg_pairs *f, const gg_pairs *cf)
{
    int64_t width = z->shape[1];
    const int32_t *ends[] = {f->u, f->v, cf->u, cf->v};
    double sum = 0;
    for (int end = 0; end < 2; end++)
        for (int64_t j = 0; j < width; j++) {
            double mean[2] = {0, 0};
            for (int side = 0; side < 2; side++)
                for (int64_t k = 0; k < (side ? cf : f)->count; k++)
                    mean[side] += gg_get(z, ends[2 * side + end][k] * width + j) /
                                  (double)(side ? cf : f)->count;
            sum += (mean[0] - mean[1]) * (mean[0] - mean[1]);
        }
    return sqrt(sum / (double)(2 * width) + 1e-6);
}

/* L_CF and L_disc of treatment k, by the matcher and the definitions. */
static double counterfactual_part(const world *w, const gg_cflp *m, gg_tape *t, gg_tensor *z,
                                  const cflp_batch *b, int k)
{
    int64_t count = b->pairs.count, treatments = b->treatments;
    gg_tensor *turned = gg_empty(t, 2, (int64_t[]){count, treatments});
    double *outcome = calloc((size_t)count, sizeof *outcome), positive = 0;
    for (int64_t p = 0; p < count; p++) {
        int32_t u = b->pairs.u[p], v = b->pairs.v[p];
        gg_match match = gg_matcher_find(w->matcher[k], u, v);
        for (int64_t i = 0; i < treatments; i++)
            gg_set(turned, p * treatments + i,
                   i == k ? match.cf_treatment : gg_treatment_at(&w->t[i], u, v));
        outcome[p] = match.cf_label;
        positive += match.cf_label;
    }
    assert_true(positive > 0);
    double loss = m->options.alpha * cross_entropy(plain_logits(t, m, z, &b->pairs, turned),
                                                   outcome, ((double)count - positive) / positive);
    free(outcome);
    return loss + m->options.beta * discrepancy(z, &b->factual, &b->matched[k]);
}

/* The first step's loss under each treatment alone, and what all share, L_F. */
static double first_losses(const world *w, const gg_cflp_options *o, double *of_treatment)
{
    gg_cflp *m;
    gg_csr *adj;
    gg_tape *t;
    cflp_batch b;
    gg_error e;
    assert_int_equal(gg_cflp_new(o, w->d->features->cols, GG_F64, &m, &e), GG_OK);
    assert_int_equal(gg_link_encoder_matrix(&m->encoder, w->d->train, GG_F64, &adj, &e), GG_OK);
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, &e), GG_OK);
    assert_int_equal(cflp_batch_new(&b, o, GG_F64, w->d, w->t, w->matcher, &e), GG_OK);
    cflp_batch_shuffle(&b, cflp_rng(o, CFLP_SHUFFLE, 0));
    assert_int_equal(
        cflp_batch_next(&b, 0, w->d->split.train.count, cflp_rng(o, CFLP_NEGATIVES, 0), &e), GG_OK);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_link_encoder_forward(t, &m->encoder, adj, w->d->features, gg_rng_new(0));
    gg_tensor *treatment = gg_empty(t, 2, (int64_t[]){b.pairs.count, o->treatments});
    double *outcome = calloc((size_t)b.pairs.count, sizeof *outcome);
    for (int64_t p = 0; p < b.pairs.count; p++) {
        outcome[p] = p < b.links;
        for (int k = 0; k < o->treatments; k++)
            gg_set(treatment, p * o->treatments + k,
                   gg_treatment_at(&w->t[k], b.pairs.u[p], b.pairs.v[p]));
    }
    double factual =
        cross_entropy(plain_logits(t, m, z, &b.pairs, treatment), outcome, o->neg_rate);
    free(outcome);
    for (int k = 0; k < o->treatments; k++) {
        b.begin = o->bundle == GG_CFLP_SAMPLE ? k : 0;
        b.end = o->bundle == GG_CFLP_SAMPLE ? k + 1 : o->treatments;
        cflp_batch_discrepancy(&b, cflp_rng(o, CFLP_DISCREPANCY, 0));
        of_treatment[k] = counterfactual_part(w, m, t, z, &b, k);
    }
    cflp_batch_free(&b);
    gg_tape_free(t);
    gg_csr_free(adj);
    gg_cflp_free(m);
    return factual;
}

static double reported_loss(const world *w, const gg_cflp_options *o)
{
    double loss[STEPS];
    gg_cflp_result result;
    gg_cflp_free(train(w, o, GG_F64, keep_loss, loss, &result));
    return loss[0];
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9 * fabs(b);
}

static void test_average_is_the_mean(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 150, GG_F64, NULL), GG_OK);
    for (int treatments = 1; treatments <= TREATMENTS; treatments++) {
        gg_cflp_options o = small_options(treatments, GG_CFLP_AVERAGE);
        double parts[TREATMENTS], mean = 0;
        o.encoder.dropout = o.decoder.dropout = 0;
        o.epochs = 1;
        double factual = first_losses(&w, &o, parts), loss = reported_loss(&w, &o);
        for (int k = 0; k < treatments; k++)
            mean += parts[k] / treatments;
        if (!near(loss, factual + mean))
            fail_msg("%d treatments: loss %.12g, expected %.12g", treatments, loss, factual + mean);
    }
    free_world(&w);
}

/* The loss is that of one treatment; each is drawn by some seed. */
static void test_sample_takes_one(void **state)
{
    (void)state;
    world w;
    int drawn[TREATMENTS] = {0};
    assert_int_equal(new_world(&w, 150, GG_F64, NULL), GG_OK);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        gg_cflp_options o = small_options(TREATMENTS, GG_CFLP_SAMPLE);
        double parts[TREATMENTS];
        int which = -1;
        o.encoder.dropout = o.decoder.dropout = 0;
        o.epochs = 1;
        o.seed = seed;
        double factual = first_losses(&w, &o, parts), loss = reported_loss(&w, &o);
        for (int k = 0; k < TREATMENTS; k++)
            if (near(loss, factual + parts[k]))
                which = k;
        if (which < 0)
            fail_msg("seed %d: a loss of no treatment", (int)seed);
        drawn[which]++;
    }
    for (int k = 0; k < TREATMENTS; k++)
        assert_true(drawn[k] > 0);
    free_world(&w);
}

/* ---- the same results ---- */

static void check_same_parameters(const gg_cflp *a, const gg_cflp *b)
{
    for (int64_t k = 0; k < gg_params_count(a->params); k++) {
        const gg_tensor *x = gg_params_at(a->params, k, NULL);
        assert_memory_equal(x->data, gg_params_at(b->params, k, NULL)->data,
                            (size_t)gg_numel(x) * gg_dtype_size(x->dtype));
    }
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 600, GG_F32, NULL), GG_OK);
    for (int bundle = GG_CFLP_AVERAGE; bundle <= GG_CFLP_SAMPLE; bundle++) {
        gg_cflp_options o = small_options(TREATMENTS, (gg_cflp_bundle)bundle);
        gg_cflp_result first, other;
        gg_cflp *one = train(&w, &o, GG_F32, NULL, NULL, &first);
        for (o.threads = 2; o.threads <= 3; o.threads++) {
            gg_cflp *many = train(&w, &o, GG_F32, NULL, NULL, &other);
            assert_memory_equal(&first.test, &other.test, sizeof first.test);
            check_same_parameters(one, many);
            gg_cflp_free(many);
        }
        gg_cflp_free(one);
    }
    free_world(&w);
}

/* Dropout and treatments belong to pairs, however a batch is cut: losses differ in rounding. */
static void test_tiles_do_not_matter(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 150, GG_F64, NULL), GG_OK);
    gg_cflp_options o = small_options(TREATMENTS, GG_CFLP_AVERAGE);
    const int64_t tiles[] = {7, 64, 100000};
    double loss[3];
    o.epochs = 1;
    for (int k = 0; k < 3; k++) {
        o.tile_pairs = tiles[k];
        loss[k] = reported_loss(&w, &o);
        assert_true(near(loss[k], loss[0]));
    }
    free_world(&w);
}

/* A seed's average and sample are different trainings; of one treatment they are the same. */
static void test_one_treatment_is_no_bundle(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 150, GG_F32, NULL), GG_OK);
    gg_cflp_result result;
    for (int treatments = 1; treatments <= 2; treatments++) {
        gg_cflp_options o = small_options(treatments, GG_CFLP_AVERAGE);
        double average[STEPS], sample[STEPS];
        gg_cflp *a = train(&w, &o, GG_F32, keep_loss, average, &result);
        o.bundle = GG_CFLP_SAMPLE;
        gg_cflp *b = train(&w, &o, GG_F32, keep_loss, sample, &result);
        if (treatments == 1)
            check_same_parameters(a, b);
        else
            assert_true(average[0] != sample[0]);
        gg_cflp_free(a);
        gg_cflp_free(b);
    }
    free_world(&w);
}

/* ---- effects ---- */

static int always(const void *context, int32_t i, int32_t j)
{
    (void)i;
    (void)j;
    return *(const int *)context;
}

/* The individual effect of a treatment is what turning it on and off for all pairs changes. */
static void test_individual_effects(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 150, GG_F32, NULL), GG_OK);
    gg_cflp_options o = small_options(TREATMENTS, GG_CFLP_AVERAGE);
    gg_cflp_result result;
    gg_cflp *m = train(&w, &o, GG_F32, NULL, NULL, &result);
    gg_pairs pairs = gg_pairs_of(&w.d->split.test);
    double *p = calloc((size_t)(3 + TREATMENTS) * (size_t)pairs.count, sizeof *p);
    double *on_off[] = {p + pairs.count, p + 2 * pairs.count}, *ite = p + 3 * pairs.count;
    double largest = 0;
    assert_int_equal(gg_cflp_predict(m, w.d, w.t, &pairs, p, ite, NULL), GG_OK);
    for (int k = 0; k < TREATMENTS; k++) {
        gg_treatment t[TREATMENTS];
        memcpy(t, w.t, sizeof t);
        for (int value = 0; value <= 1; value++) {
            t[k] = (gg_treatment){
                .name = "always", .nodes = w.d->nodes, .treated = always, .context = &value};
            assert_int_equal(gg_cflp_predict(m, w.d, t, &pairs, on_off[value], NULL, NULL), GG_OK);
        }
        for (int64_t i = 0; i < pairs.count; i++) {
            double effect = on_off[1][i] - on_off[0][i];
            assert_true(fabs(ite[k * pairs.count + i] - effect) < 1e-6);
            largest = fmax(largest, fabs(effect));
        }
    }
    assert_true(largest > 1e-3);
    free(p);
    gg_cflp_free(m);
    free_world(&w);
}

/* Averages against sums over pairs, one at a time. */
static void test_estimates(void **state)
{
    (void)state;
    world w;
    assert_int_equal(new_world(&w, 40, GG_F32, NULL), GG_OK);
    gg_cflp_options o = small_options(TREATMENTS, GG_CFLP_SAMPLE);
    gg_cflp_result result;
    gg_cflp *m = train(&w, &o, GG_F32, NULL, NULL, &result);
    gg_cflp_estimates estimates[TREATMENTS];
    double all[TREATMENTS] = {0}, p, ite[TREATMENTS];
    assert_int_equal(gg_cflp_estimate(m, w.d, w.t, w.matcher, estimates, NULL), GG_OK);
    for (int32_t i = 0; i < 40; i++)
        for (int32_t j = i + 1; j < 40; j++) {
            gg_pairs pair = {1, &i, &j};
            assert_int_equal(gg_cflp_predict(m, w.d, w.t, &pair, &p, ite, NULL), GG_OK);
            for (int k = 0; k < TREATMENTS; k++)
                all[k] += ite[k] / (40 * 39 / 2);
        }
    const gg_split *s = &w.d->split;
    const gg_pair_list *lists[] = {&s->train, &s->valid, &s->valid_neg, &s->test, &s->test_neg};
    for (int k = 0; k < TREATMENTS; k++) {
        double sum = 0, count = 0;
        for (int list = 0; list < 5; list++)
            for (int64_t at = 0; at < lists[list]->count; at++) {
                gg_pairs pair = {1, lists[list]->u + at, lists[list]->v + at};
                if (!gg_matcher_find(w.matcher[k], *pair.u, *pair.v).found)
                    continue;
                assert_int_equal(gg_cflp_predict(m, w.d, w.t, &pair, &p, ite, NULL), GG_OK);
                sum += ite[k];
                count++;
            }
        assert_true(count > 0 && fabs(estimates[k].ate_est - sum / count) < 1e-6);
        assert_true(fabs(estimates[k].ate_est_all - all[k]) < 1e-6);
    }
    gg_cflp_free(m);
    free_world(&w);
}

/* ---- errors ---- */

static void test_errors(void **state)
{
    (void)state;
    world w;
    gg_error e;
    gg_cflp *m;
    gg_cflp_result result;
    gg_cflp_options o = small_options(GG_CFLP_MAX_TREATMENTS + 1, GG_CFLP_AVERAGE);
    assert_int_equal(gg_cflp_new(&o, 9, GG_F32, &m, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: 17 treatments, expected 0 to 16");
    assert_int_equal(new_world(&w, 40, GG_F32, NULL), GG_OK);
    o.treatments = 2;
    assert_int_equal(gg_cflp_new(&o, w.d->features->cols, GG_F32, &m, &e), GG_OK);
    gg_matcher *none[] = {w.matcher[0], NULL};
    assert_int_equal(gg_cflp_train(m, w.d, w.t, none, NULL, NULL, &result, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: alpha or beta is positive, but no matcher is given");
    gg_treatment t[] = {w.t[0], w.t[1]};
    t[1].nodes++;
    assert_int_equal(gg_cflp_train(m, w.d, t, w.matcher, NULL, NULL, &result, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message, "cflp: a treatment of 41 nodes, expected 40");
    gg_cflp_free(m);
    free_world(&w);
}

static gg_status attempt(void *context, gg_error *e)
{
    world w;
    gg_cflp *m = NULL;
    gg_cflp_result result;
    gg_cflp_estimates estimates[TREATMENTS];
    gg_cflp_options o = small_options(TREATMENTS, *(const gg_cflp_bundle *)context);
    o.encoder.hidden = o.decoder.hidden = 4;
    o.epochs = o.epochs_ft = 1;
    gg_status status = new_world(&w, 30, GG_F32, e);
    if (!status)
        status = gg_cflp_new(&o, w.d->features->cols, GG_F32, &m, e);
    if (!status)
        status = gg_cflp_train(m, w.d, w.t, w.matcher, NULL, NULL, &result, e);
    if (!status)
        status = gg_cflp_estimate(m, w.d, w.t, w.matcher, estimates, e);
    gg_cflp_free(m);
    free_world(&w);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    check_every_allocation_fails(attempt, &(gg_cflp_bundle){GG_CFLP_AVERAGE});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_average_is_the_mean),
        cmocka_unit_test(test_sample_takes_one),
        cmocka_unit_test(test_same_bits_at_any_thread_count),
        cmocka_unit_test(test_tiles_do_not_matter),
        cmocka_unit_test(test_one_treatment_is_no_bundle),
        cmocka_unit_test(test_individual_effects),
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
