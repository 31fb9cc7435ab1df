/* Parameters kept in a file: PyTorch's, one's own, and files that are not the model's. */
#include "check_files.h"

#include "golden/params_torch.h"
#include "models.h"

#include <math.h>
#include <sys/stat.h>
#include <zip.h>

/* The little model of make_params.py. */
typedef struct model {
    gg_params *params;
    gg_linear_layer lin;
    gg_batch_norm_layer norm;
} model;

static model new_model(gg_dtype dtype, uint64_t seed)
{
    model m;
    gg_error e;
    assert_int_equal(gg_params_new(dtype, &m.params, &e), GG_OK);
    gg_linear_init(&m.lin, m.params, "lin", 3, 4, true);
    gg_batch_norm_init(&m.norm, m.params, "norm", 4);
    if (gg_params_build(m.params, gg_rng_new(seed), &e))
        fail_msg("%s", e.message);
    return m;
}

static const char *const names[] = {"lin.weight", "lin.bias",          "norm.weight",
                                    "norm.bias",  "norm.running_mean", "norm.running_var"};
enum { NAMES = 6 };

static bool same_values(const model *a, const model *b)
{
    for (int k = 0; k < NAMES; k++) {
        const gg_tensor *x = gg_params_find(a->params, names[k]);
        const gg_tensor *y = gg_params_find(b->params, names[k]);
        for (int64_t i = 0; i < gg_numel(x); i++)
            if (gg_get(x, i) != gg_get(y, i))
                return false;
    }
    return true;
}

/* What the running statistics of a trained model look like. */
static void spread_buffers(const model *m)
{
    for (int k = 4; k < NAMES; k++) {
        gg_tensor *x = gg_params_find(m->params, names[k]);
        for (int64_t i = 0; i < gg_numel(x); i++)
            gg_set(x, i, 0.1 + k + (double)i / 3);
    }
}

/* The state_dict of a PyTorch model computes what it computes there. */
static void state_of_torch(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        model m = new_model(dtype, 1);
        gg_error e;
        if (gg_params_read(m.params, golden("params_torch.npz"), &e))
            fail_msg("%s", e.message);
        gg_tape *t;
        gg_tensor *x;
        assert_int_equal(gg_tape_new(dtype, 1, &t, &e), GG_OK);
        assert_int_equal(gg_tensor_new(dtype, 2, (int64_t[]){5, 3}, &x, &e), GG_OK);
        for (int64_t i = 0; i < 15; i++)
            gg_set(x, i, params_x[i]);
        gg_tensor *y = gg_batch_norm_forward(t, &m.norm, gg_linear_forward(t, &m.lin, x));
        assert_int_equal(gg_tape_status(t, &e), GG_OK);
        for (int64_t i = 0; i < 20; i++)
            assert_true(fabs(gg_get(y, i) - params_y[i]) < 5e-7);
        gg_tensor_free(x);
        gg_tape_free(t);
        gg_params_free(m.params);
    }
}

/* Values come back to the bit, buffers too; in the other type as near as it can. */
static void comes_back(void **state)
{
    (void)state;
    const char *path = in_folder("model.npz");
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        model a = new_model(dtype, 1), b = new_model(dtype, 2), wide = new_model(GG_F64, 3);
        gg_error e;
        char *about;
        spread_buffers(&a);
        assert_int_equal(gg_params_write(a.params, "hidden = 4\n", path, &e), GG_OK);
        assert_false(same_values(&a, &b));
        assert_int_equal(gg_params_read(b.params, path, &e), GG_OK);
        assert_true(same_values(&a, &b));
        assert_int_equal(gg_params_read(wide.params, path, &e), GG_OK);
        assert_true(same_values(&a, &wide));
        assert_int_equal(gg_params_read_about(path, &about, &e), GG_OK);
        assert_string_equal(about, "hidden = 4\n");
        gg_free(about);
        gg_params_free(a.params);
        gg_params_free(b.params);
        gg_params_free(wide.params);
    }
}

/* The archive is one of .npy files, as gg_write_npy writes them, and the text. */
static void members(void **state)
{
    (void)state;
    const char *path = in_folder("model.npz");
    model m = new_model(GG_F32, 1);
    gg_error e;
    assert_int_equal(gg_params_write(m.params, "a text", path, &e), GG_OK);
    int code;
    zip_t *zip = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code);
    assert_non_null(zip);
    assert_int_equal(zip_get_num_entries(zip, 0), NAMES + 1);
    for (int k = 0; k <= NAMES; k++) {
        char expected[1024] = "a text", found[1024], file[64] = "about.txt";
        size_t size = strlen(expected);
        if (k < NAMES) {
            snprintf(file, sizeof file, "%s.npy", names[k]);
            const char *alone = in_folder("alone.npy");
            assert_int_equal(gg_write_npy(alone, gg_params_find(m.params, names[k]), &e), GG_OK);
            size = read_file(alone, expected, sizeof expected);
        }
        zip_file_t *member = zip_fopen(zip, file, 0);
        assert_non_null(member);
        assert_int_equal(zip_fread(member, found, sizeof found), size);
        assert_memory_equal(found, expected, size);
        zip_fclose(member);
    }
    zip_discard(zip);
    gg_params_free(m.params);
}

/* The same values make the same bytes; a failure leaves what was there. */
static void whole_or_not(void **state)
{
    (void)state;
    model m = new_model(GG_F32, 1);
    gg_error e;
    char one[8192], two[8192];
    const char *path = in_folder("same.npz");
    assert_int_equal(gg_params_write(m.params, "x", path, &e), GG_OK);
    size_t size = read_file(path, one, sizeof one);
    assert_true(size > 500 && size < sizeof one);
    assert_int_equal(gg_params_write(m.params, "x", path, &e), GG_OK);
    assert_int_equal(read_file(path, two, sizeof two), size);
    assert_memory_equal(one, two, size);
    assert_int_equal(gg_params_write(m.params, "x", in_folder("none/m.npz"), &e), GG_ERR_IO);
    assert_contains(e.message, "none/m.npz: cannot create");
    assert_int_equal(mkdir(in_folder("taken"), 0777), 0);
    int before = files_in_folder();
    assert_int_equal(gg_params_write(m.params, "x", in_folder("taken"), &e), GG_ERR_IO);
    assert_contains(e.message, "taken: cannot write: ");
    assert_int_equal(files_in_folder(), before);
    gg_params_free(m.params);
}

/* ---- what is refused ---- */

static void refuse_reading(gg_params *p, const char *path, gg_status status, const char *reason)
{
    gg_error e = {0};
    assert_int_equal(gg_params_read(p, path, &e), status);
    assert_contains(e.message, reason);
}

/* A set of vectors, saved: each a name and, by its place in the list, a length. */
static const char *saved(const char *const *vectors, int count, int64_t length)
{
    const char *path = in_folder("other.npz");
    gg_params *p;
    gg_error e;
    assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
    for (int k = 0; k < count; k++)
        gg_params_add(p, vectors[k], 1, &length, GG_INIT_ONE, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);
    assert_int_equal(gg_params_write(p, NULL, path, &e), GG_OK);
    gg_params_free(p);
    return path;
}

static void of_another_model(void **state)
{
    (void)state;
    gg_params *p;
    gg_error e = {0};
    char *about;
    int64_t length = 4;
    assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
    gg_tensor *a = gg_params_add(p, "a", 1, &length, GG_INIT_ZERO, 0);
    gg_params_add_buffer(p, "b", 1, &length, GG_INIT_ZERO);
    assert_int_equal(gg_params_write(p, NULL, in_folder("early.npz"), &e), GG_ERR_STATE);
    assert_int_equal(gg_params_write(NULL, NULL, in_folder("early.npz"), &e), GG_ERR_STATE);
    refuse_reading(p, in_folder("early.npz"), GG_ERR_STATE, "not built");
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);

    gg_params *empty;
    assert_int_equal(gg_params_new(GG_F32, &empty, &e), GG_OK);
    assert_int_equal(gg_params_build(empty, gg_rng_new(1), &e), GG_OK);
    assert_int_equal(gg_params_write(empty, NULL, in_folder("empty.npz"), &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "empty.npz: no parameters to write");
    gg_params_free(empty);

    refuse_reading(p, in_folder("none.npz"), GG_ERR_IO, "none.npz: ");
    refuse_reading(p, write_text("text.npz", "no archive"), GG_ERR_FORMAT, "text.npz: ");
    refuse_reading(p, saved((const char *[]){"a"}, 1, 4), GG_ERR_FORMAT, "other.npz: lacks 'b'");
    refuse_reading(p, saved((const char *[]){"a", "b", "c.d"}, 3, 4), GG_ERR_FORMAT,
                   "other.npz: holds 'c.d', which the model has not");
    refuse_reading(p, saved((const char *[]){"a", "b"}, 2, 5), GG_ERR_FORMAT,
                   "other.npz: a.npy: shape (5), expected (4)");
    assert_int_equal(gg_params_read_about(in_folder("other.npz"), &about, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "about.txt: not in the archive");
    for (int64_t i = 0; i < length; i++)
        assert_true(gg_get(a, i) == 0);
    assert_int_equal(gg_params_read(p, saved((const char *[]){"b", "a"}, 2, 4), &e), GG_OK);
    assert_true(gg_get(a, 3) == 1);
    gg_params_free(p);
}

/* PyTorch Geometric's attention vectors are 1 x heads x width, and a scalar is no list of one. */
static void axes_of_one(void **state)
{
    (void)state;
    static const struct shape {
        int rank;
        int64_t shape[4];
        bool fits;
    } shapes[] = {{3, {1, 2, 3}, true}, {4, {2, 1, 3, 1}, true}, {1, {6}, false},
                  {2, {3, 2}, false},   {3, {2, 3, 2}, false},   {2, {1, 2}, false}};
    const char *path = in_folder("axes.npz");
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        gg_params *from, *to;
        gg_error e;
        assert_int_equal(gg_params_new(GG_F32, &from, &e), GG_OK);
        assert_int_equal(gg_params_new(GG_F32, &to, &e), GG_OK);
        gg_tensor *x = gg_params_add(from, "a", shapes[k].rank, shapes[k].shape, GG_INIT_NORMAL, 0);
        gg_tensor *y = gg_params_add(to, "a", 2, (int64_t[]){2, 3}, GG_INIT_ZERO, 0);
        assert_int_equal(gg_params_build(from, gg_rng_new(1), &e), GG_OK);
        assert_int_equal(gg_params_build(to, gg_rng_new(1), &e), GG_OK);
        assert_int_equal(gg_params_write(from, NULL, path, &e), GG_OK);
        assert_int_equal(gg_params_read(to, path, &e), shapes[k].fits ? GG_OK : GG_ERR_FORMAT);
        for (int64_t i = 0; i < 6; i++)
            assert_true(gg_get(y, i) == (shapes[k].fits ? gg_get(x, i) : 0));
        gg_params_free(from);
        gg_params_free(to);
    }
}

/* Any byte of the file changed, or its end missing: an error, or the file's values. */
static void damaged(void **state)
{
    (void)state;
    model m = new_model(GG_F32, 1), kept = new_model(GG_F32, 1);
    gg_error e;
    char bytes[8192];
    const char *path = in_folder("whole.npz");
    assert_int_equal(gg_params_write(m.params, "x", path, &e), GG_OK);
    size_t size = read_file(path, bytes, sizeof bytes);
    int refused = 0;
    for (size_t k = 0; k < 2 * size; k++) {
        char was = bytes[k / 2];
        size_t length = k % 2 ? size : k / 2;
        bytes[k / 2] = (char)(was ^ (k % 2 ? 1 << k / 2 % 8 : 0));
        if (gg_params_read(m.params, write_file("bad.npz", bytes, length), &e))
            refused++;
        bytes[k / 2] = was;
        assert_true(same_values(&m, &kept));
    }
    assert_true(refused > (int)size);
    gg_params_free(m.params);
    gg_params_free(kept.params);
}

/* A text is one up to its end, or nothing is given out. */
static void text_with_a_byte_0(void **state)
{
    (void)state;
    model m = new_model(GG_F32, 1);
    gg_error e;
    char bytes[8192], *about = NULL;
    const char *path = in_folder("zero.npz");
    assert_int_equal(gg_params_write(m.params, "text", path, &e), GG_OK);
    int code;
    zip_t *zip = zip_open(path, 0, &code);
    zip_source_t *source = zip_source_buffer(zip, "te\0t", 4, 0);
    assert_true(zip_file_add(zip, "about.txt", source, ZIP_FL_OVERWRITE) >= 0);
    assert_int_equal(zip_close(zip), 0);
    assert_true(read_file(path, bytes, sizeof bytes) > 0);
    assert_int_equal(gg_params_read_about(path, &about, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "about.txt: expected text, found a byte 0");
    assert_null(about);
    gg_params_free(m.params);
}

static gg_status write_and_read(void *context, gg_error *e)
{
    const model *m = context;
    const char *path = in_folder("memory.npz");
    char *about = NULL;
    gg_status s = gg_params_write(m->params, "x", path, e);
    if (s == GG_OK)
        s = gg_params_read(m->params, path, e);
    if (s == GG_OK)
        s = gg_params_read_about(path, &about, e);
    gg_free(about);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    model m = new_model(GG_F32, 1);
    check_every_allocation_fails(write_and_read, &m);
    gg_params_free(m.params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_of_torch),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(members),
        cmocka_unit_test(whole_or_not),
        cmocka_unit_test(of_another_model),
        cmocka_unit_test(axes_of_one),
        cmocka_unit_test(damaged),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(text_with_a_byte_0),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
