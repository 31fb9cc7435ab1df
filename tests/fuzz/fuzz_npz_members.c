/*
 * gg_read_npz_csr and gg_read_features, over the members of an archive that is sound itself. The
 * input is members one after another, each a byte that says which, two bytes of length (the lower
 * first) and its bytes; make_seeds.py cuts archives so.
 */
#include "fuzz.h"
#include "zip_maker.h"

static void add_members(zip_maker *z, const uint8_t *data, size_t size)
{
    static const char *const names[] = {"format.npy", "shape.npy", "indptr.npy", "indices.npy",
                                        "data.npy",   "arr_0.npy", "x.npy",      "text.txt"};
    while (size >= 3) {
        size_t length = (size_t)data[1] | (size_t)data[2] << 8;
        const char *name = names[data[0] % (sizeof names / sizeof *names)];
        length = length < size - 3 ? length : size - 3;
        if (!zip_add(z, name, (const char *)data + 3, length, length, 0))
            return;
        data += 3 + length;
        size -= 3 + length;
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static zip_maker z;
    gg_csr *a = NULL, *b = NULL;
    gg_error e = {0};
    z.size = z.central_size = 0;
    z.members = 0;
    add_members(&z, data, size);
    size_t made = zip_finish(&z);
    fuzz_file("x.npz", z.bytes, made);
    if (fuzz_read(gg_read_npz_csr(fuzz_path("x.npz"), GG_F64, &a, &e), &e))
        fuzz_check_csr(a);
    if (fuzz_read(gg_read_features(fuzz_path("x.npz"), GG_F32, &b, &e), &e))
        fuzz_check_csr(b);
    gg_csr_free(a);
    gg_csr_free(b);
}
