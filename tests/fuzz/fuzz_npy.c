/* gg_read_npy, and gg_read_features of .npy. A tensor, written, reads back as the same bits. */
#include "fuzz.h"

static void check_round_trip(const gg_tensor *x)
{
    gg_tensor *y = NULL;
    gg_error e = {0};
    if (!fuzz_read_again(gg_write_npy(fuzz_path("again.npy"), x, &e), &e) ||
        !fuzz_read_again(gg_read_npy(fuzz_path("again.npy"), x->dtype, &y, &e), &e))
        return;
    FUZZ_REQUIRE(y->rank == x->rank && memcmp(y->shape, x->shape, sizeof x->shape) == 0);
    FUZZ_REQUIRE(memcmp(y->data, x->data, (size_t)gg_numel(x) * gg_dtype_size(x->dtype)) == 0);
    gg_tensor_free(y);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    gg_csr *a = NULL;
    gg_error e = {0};
    fuzz_file("x.npy", data, size);
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_tensor *x = NULL;
        if (!fuzz_read(gg_read_npy(fuzz_path("x.npy"), dtype, &x, &e), &e)) {
            FUZZ_REQUIRE(!x);
            continue;
        }
        FUZZ_REQUIRE(x->dtype == dtype && (x->rank == 1 || x->rank == 2));
        check_round_trip(x);
        gg_tensor_free(x);
    }
    if (fuzz_read(gg_read_features(fuzz_path("x.npy"), GG_F64, &a, &e), &e))
        fuzz_check_csr(a);
    gg_csr_free(a);
}
