/* gg_read_mtx. A matrix, written, reads back as the same bits. */
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    fuzz_file("x.mtx", data, size);
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_csr *a = NULL;
        gg_error e = {0};
        if (fuzz_read(gg_read_mtx(fuzz_path("x.mtx"), dtype, &a, &e), &e))
            fuzz_check_csr(a);
        gg_csr_free(a);
    }
}
