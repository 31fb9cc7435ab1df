/* Edge features, relations and inner gradients as docs/message-passing.md has them, against sums
 * over the edges as they were given. */
#include "check_layer.h"

enum { NODES = 5, EDGES = 7, WIDTH = 3 };

/* Edges in any order and orientation. */
static const int32_t from[EDGES] = {3, 0, 4, 1, 2, 2, 3}, to[EDGES] = {1, 2, 0, 0, 3, 1, 4};

typedef struct edge_graph {
    gg_csr *adjacency;
    int32_t edge_of[2 * EDGES]; /* entry -> edge */
} edge_graph;

/* Both directions of each edge, and for each entry the number of its edge. */
static gg_status edge_graph_new(int64_t nodes, int64_t edges, const int32_t *u, const int32_t *v,
                                edge_graph *g, gg_error *e)
{
    int32_t row[2 * EDGES], col[2 * EDGES];
    int64_t place[2 * EDGES];
    for (int64_t k = 0; k < edges; k++) {
        row[k] = col[edges + k] = u[k];
        col[k] = row[edges + k] = v[k];
    }
    gg_status status = gg_csr_from_coo_places(nodes, nodes, 2 * edges, row, col, NULL, GG_F32,
                                              place, &g->adjacency, e);
    for (int64_t k = 0; !status && k < 2 * edges; k++)
        g->edge_of[place[k]] = (int32_t)(k % edges);
    return status;
}

/* sum over the entries (i, j) of row i of relu(x_j + e_ij) -> nodes x width (Hu et al. 2020). */
static gg_tensor *edge_sum(gg_tape *t, const edge_graph *g, gg_tensor *x, gg_tensor *features)
{
    int64_t entries = gg_csr_nnz(g->adjacency);
    gg_tensor *sent = gg_gather_rows(t, x, entries, g->adjacency->col);
    gg_tensor *edge = gg_gather_rows(t, features, entries, g->edge_of);
    return gg_segment_sum(t, g->adjacency, gg_relu(t, gg_add(t, sent, edge)));
}

/* sum over the relations r of the mean of X W_r^T over the row of relation[r], and X W^T + b
 * (Schlichtkrull et al. 2018, equation 2). layer: one a relation, and that of the node itself. */
static gg_tensor *relational(gg_tape *t, int relations, const gg_csr *const *relation,
                             const gg_linear_layer *layer, gg_tensor *x)
{
    gg_tensor *y = gg_linear_forward(t, &layer[relations], x);
    for (int r = 0; r < relations; r++) {
        gg_tensor *sent = gg_linear_forward(t, &layer[r], x);
        y = gg_add(t, y, gg_spmm_mean(t, relation[r], sent));
    }
    return y;
}

/* Backward through loss, which was made of inner = gg_detach(t, hidden), and on through what made
 * hidden; inner->grad stays. */
static gg_status backward_keeping(gg_tape *t, gg_tensor *hidden, gg_tensor *inner, gg_tensor *loss,
                                  gg_error *e)
{
    gg_status status = gg_backward(t, loss, e);
    if (status)
        return status;
    gg_tensor seed = gg_tensor_view(inner->dtype, inner->rank, inner->shape, inner->grad);
    return gg_backward_from(t, hidden, &seed, e);
}

/* Different numbers, some of them negative. */
static void fill(double *x, int64_t count, uint64_t seed)
{
    for (int64_t k = 0; k < count; k++)
        x[k] = gg_rng_normal(gg_rng_new(seed), (uint64_t)k);
}

static void message(double *y, const double *x, const double *edge)
{
    for (int d = 0; d < WIDTH; d++)
        y[d] += fmax(0, x[d] + edge[d]);
}

static void test_edge_features(void **state)
{
    (void)state;
    double x[NODES * WIDTH], features[EDGES * WIDTH], y[NODES * WIDTH] = {0};
    edge_graph g;
    gg_error e;
    fill(x, NODES * WIDTH, 1);
    fill(features, EDGES * WIDTH, 2);
    for (int k = 0; k < EDGES; k++) {
        message(y + from[k] * WIDTH, x + to[k] * WIDTH, features + k * WIDTH);
        message(y + to[k] * WIDTH, x + from[k] * WIDTH, features + k * WIDTH);
    }
    assert_int_equal(edge_graph_new(NODES, EDGES, from, to, &g, &e), GG_OK);
    CHECK_VALUE(edge_sum(tape, &g, leaf(NODES, WIDTH, x), leaf(EDGES, WIDTH, features)), y);
    gg_csr_free(g.adjacency);
}

/* The edges by turns are of two relations, from `from` to `to`; the third is the first the other
 * way round. */
static void test_relations(void **state)
{
    (void)state;
    gg_linear_layer layer[4];
    gg_csr *made[2];
    double x[NODES * WIDTH], y[NODES * WIDTH] = {0}, product[4][NODES * WIDTH];
    for (int r = 0; r < 4; r++) {
        char name[16];
        snprintf(name, sizeof name, "%d", r);
        gg_linear_init(&layer[r], params, name, WIDTH, WIDTH, r == 3);
    }
    build();
    fill(x, NODES * WIDTH, 3);
    for (int r = 0; r < 4; r++)
        memcpy(product[r], gg_linear_forward(tape, &layer[r], leaf(NODES, WIDTH, x))->data,
               sizeof product[r]);
    for (int r = 0; r < 2; r++) {
        int32_t row[EDGES], col[EDGES];
        int64_t count = 0;
        for (int k = r; k < EDGES; k += 2) {
            row[count] = to[k];
            col[count++] = from[k];
        }
        assert_int_equal(
            gg_csr_from_coo(NODES, NODES, count, row, col, NULL, GG_F64, &made[r], NULL), GG_OK);
    }
    memcpy(y, product[3], sizeof y);
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < NODES; i++) {
            double count = 0;
            for (int k = r % 2; k < EDGES; k += 2)
                count += (r < 2 ? to : from)[k] == i;
            for (int k = r % 2; k < EDGES; k += 2)
                for (int d = 0; (r < 2 ? to : from)[k] == i && d < WIDTH; d++)
                    y[i * WIDTH + d] += product[r][(r < 2 ? from : to)[k] * WIDTH + d] / count;
        }
    const gg_csr *relation[] = {made[0], made[1], made[0]->transpose};
    CHECK_VALUE(relational(tape, 3, relation, layer, leaf(NODES, WIDTH, x)), y);
    gg_csr_free(made[0]);
    gg_csr_free(made[1]);
}

/* loss = sum of squares of h = 2 x: dLoss/dh = 2 h stays, and dLoss/dx is twice that. */
static void test_inner_gradient(void **state)
{
    (void)state;
    double x[NODES * WIDTH], dh[NODES * WIDTH], dx[NODES * WIDTH];
    gg_error e;
    fill(x, NODES * WIDTH, 4);
    for (int k = 0; k < NODES * WIDTH; k++) {
        dh[k] = 4 * x[k];
        dx[k] = 8 * x[k];
    }
    gg_tensor *input = leaf(NODES, WIDTH, x), *hidden = gg_scale(tape, input, 2);
    gg_tensor *inner = gg_detach(tape, hidden);
    assert_int_equal(gg_tape_status(tape, &e), GG_OK);
    assert_int_equal(gg_tensor_require_grad(inner, &e), GG_OK);
    gg_tensor *loss = gg_sum(tape, gg_square(tape, inner), GG_ALL);
    assert_int_equal(backward_keeping(tape, hidden, inner, loss, &e), GG_OK);
    CHECK_GRAD(inner, dh);
    CHECK_GRAD(input, dx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {LAYER(test_edge_features), LAYER(test_relations),
                                       LAYER(test_inner_gradient)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
