/* Blocks of rows: that they part the rows, and that no bound is ever too tight, on points made to
 * strain single precision. */
#include "blocks.h"
#include "check.h"

#include <float.h>
#include <math.h>

typedef double maker(gg_rng rng, int64_t i, int64_t k, int64_t width);

static double draw(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return gg_rng_normal(rng, (uint64_t)(i * width + k));
}
static double grid(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return (double)gg_rng_below(rng, (uint64_t)(i * width + k), 3);
}
static double twins(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return draw(rng, i % 7, k, width);
}
static double same(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return (void)rng, (void)i, (void)k, (void)width, 7.25;
}
static double far(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return 1e6 + 1e-3 * draw(rng, i, k, width);
}
/* Clumps far apart, near-ties in each. */
static double clumps(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return (double)(i % 5) * 1e4 + 1e-7 * draw(rng, i, k, width);
}
/* Norms over twelve orders of magnitude. */
static double wide(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return pow(10, (double)(i % 13) - 6) * draw(rng, i, k, width);
}
static double outlier(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return (i == 3 ? 1e12 : 1) * draw(rng, i, k, width);
}
static double tiny(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return 1e-155 * draw(rng, i, k, width);
}
static double vanishing(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return 1e-200 * draw(rng, i, k, width);
}
static double vast(gg_rng rng, int64_t i, int64_t k, int64_t width)
{
    return 1e150 * draw(rng, i, k, width);
}

static maker *const makers[] = {draw, grid,    twins, same,      far, clumps,
                                wide, outlier, tiny,  vanishing, vast};
enum { MAKERS = sizeof makers / sizeof *makers };

static gg_points new_points(size_t which, int64_t rows, int64_t width)
{
    gg_tensor *x = NULL;
    gg_points p = {0};
    assert_int_equal(gg_tensor_new(GG_F64, 2, (int64_t[]){rows, width}, &x, NULL), GG_OK);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < width; k++)
            gg_set(x, i * width + k, makers[which](gg_rng_new(which), i, k, width));
    assert_int_equal(gg_points_new(x, &p, NULL), GG_OK);
    gg_tensor_free(x);
    return p;
}

/* Rows in reverse, the first third of them in a group of their own, none in the second group. */
static gg_status new_blocks(const gg_points *p, int64_t largest, int threads, gg_blocks *out,
                            gg_error *e)
{
    int32_t *row = malloc((size_t)p->count * sizeof *row);
    for (int64_t k = 0; k < p->count; k++)
        row[k] = (int32_t)(p->count - 1 - k);
    int64_t begin[] = {0, p->count / 3, p->count / 3, p->count};
    gg_status status = gg_blocks_new(p, p->count, row, 3, begin, largest, threads, out, e);
    free(row);
    return status;
}

static gg_blocks blocks_of(const gg_points *p, int64_t largest, int threads)
{
    gg_blocks b = {0};
    gg_error e;
    if (new_blocks(p, largest, threads, &b, &e))
        fail_msg("%s", e.message);
    return b;
}

static void check_parts(const gg_blocks *b, int64_t rows)
{
    bool *seen = calloc((size_t)rows, sizeof *seen);
    assert_int_equal(b->begin[0], 0);
    assert_int_equal(b->begin[b->blocks], rows);
    for (int64_t k = 0; k < b->blocks; k++) {
        int64_t size = b->begin[k + 1] - b->begin[k];
        assert_true(size > 0 && size <= b->largest);
        for (int64_t place = b->begin[k]; place < b->begin[k + 1]; place++) {
            assert_int_equal(b->row[place], rows - 1 - b->item[place]);
            assert_int_equal(b->group[k], b->item[place] < rows / 3 ? 0 : 2);
            assert_false(seen[b->row[place]]);
            seen[b->row[place]] = true;
        }
    }
    free(seen);
}

static void check_bounds(const gg_blocks *a, int64_t i, const gg_blocks *b, int64_t j)
{
    const gg_points *p = a->points;
    int64_t rows = a->begin[i + 1] - a->begin[i], columns = b->begin[j + 1] - b->begin[j];
    float *product = malloc((size_t)(rows * columns) * sizeof *product);
    double low, high, slack = gg_blocks_slack(a, i, b, j);
    gg_blocks_range(a, i, b, j, &low, &high);
    gg_blocks_products(a, a->begin[i], rows, b, b->begin[j], columns, product);
    for (int64_t s = 0; s < rows; s++)
        for (int64_t t = 0; t < columns; t++) {
            int64_t left = a->begin[i] + s, right = b->begin[j] + t;
            double exact = gg_points_squared(p, a->row[left], b->row[right]);
            float estimate = a->norm[left] + b->norm[right] + product[s * columns + t];
            double least = gg_blocks_least(b, j, p->x + a->row[left] * p->width);
            if (!(low <= exact && exact <= high) || !(least <= sqrt(exact)) ||
                !(fabs((double)estimate - exact / a->unit) <= slack))
                fail_msg("%.17g: in [%.17g, %.17g], root above %.17g, within %g of %.9g", exact,
                         low, high, least, slack * a->unit, (double)estimate * a->unit);
        }
    free(product);
}

static void test_bounds(void **state)
{
    (void)state;
    const int64_t shapes[][2] = {{1, 1}, {9, 1}, {60, 3}, {70, 40}, {40, 700}};
    for (size_t m = 0; m < MAKERS; m++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            gg_points p = new_points(m, shapes[s][0], shapes[s][1]);
            gg_blocks a = blocks_of(&p, 8, 1), b = blocks_of(&p, 16, 2);
            check_parts(&a, p.count);
            check_parts(&b, p.count);
            for (int64_t i = 0; i < a.blocks; i++)
                for (int64_t j = 0; j < b.blocks; j++)
                    check_bounds(&a, i, &b, j);
            gg_blocks_free(&a);
            gg_blocks_free(&b);
            gg_points_free(&p);
        }
}

/* Bounds that told nothing would be right too. */
static void test_bounds_tell(void **state)
{
    (void)state;
    for (size_t m = 0; m < 5; m++) { /* draw to far */
        gg_points p = new_points(m, 200, 20);
        gg_blocks b = blocks_of(&p, 16, 1);
        for (int64_t j = 0; j < b.blocks; j++)
            assert_true(gg_blocks_slack(&b, 0, &b, j) < 1e-5);
        gg_blocks_free(&b);
        gg_points_free(&p);
    }
    gg_points p = new_points(5, 200, 20); /* clumps: blocks apart are known to be */
    gg_blocks b = blocks_of(&p, 8, 1);
    double low, high;
    int apart = 0;
    for (int64_t j = 0; j < b.blocks; j++) {
        gg_blocks_range(&b, 0, &b, j, &low, &high);
        apart += low > 1e8 && high < 1.01 * low;
    }
    assert_true(apart > b.blocks / 2);
    gg_blocks_free(&b);
    gg_points_free(&p);
}

static void test_threads(void **state)
{
    (void)state;
    for (size_t m = 0; m < MAKERS; m++) {
        gg_points p = new_points(m, 300, 5);
        gg_blocks one = blocks_of(&p, 8, 1), two = blocks_of(&p, 8, 2);
        assert_memory_equal(one.row, two.row, (size_t)p.count * sizeof *one.row);
        assert_memory_equal(one.x, two.x, (size_t)(p.count * p.width) * sizeof *one.x);
        assert_memory_equal(one.radius, two.radius, (size_t)one.blocks * sizeof *one.radius);
        gg_blocks_free(&one);
        gg_blocks_free(&two);
        gg_points_free(&p);
    }
}

static void test_between(void **state)
{
    (void)state;
    gg_rng rng = gg_rng_new(4);
    float product[200], norm[200];
    int32_t found[200];
    for (uint64_t round = 0; round < 200; round++) {
        int64_t n = (int64_t)round, expected = 0;
        for (uint64_t k = 0; k < 200; k++) {
            product[k] = (float)gg_rng_below(rng, (round * 200 + k) * 2, 40);
            norm[k] = (float)gg_rng_below(rng, (round * 200 + k) * 2 + 1, 40);
        }
        int64_t count = gg_blocks_between(product, norm, 1, n, 7, round % 2 ? 9 : 20, found);
        for (int32_t k = 0; k < n; k++) {
            float estimate = 1 + norm[k] + product[k];
            if (estimate >= 7 && estimate <= (round % 2 ? 9 : 20)) {
                assert_true(expected < count);
                assert_int_equal(found[expected++], k);
            }
        }
        assert_int_equal(count, expected);
    }
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_blocks b = {0};
    gg_status status = new_blocks(context, 4, 2, &b, e);
    gg_blocks_free(&b);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_points p = new_points(0, 20, 3);
    gg_points copy = p; /* made with the ordinary allocator */
    check_every_allocation_fails(attempt, &copy);
    gg_points_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds), cmocka_unit_test(test_bounds_tell),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_between),
        cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
