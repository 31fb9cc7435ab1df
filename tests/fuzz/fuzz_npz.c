/* gg_read_npz_csr and gg_read_features of .npz, over the bytes of archives. What is in a member is
 * behind a checksum that chance does not meet: see fuzz_npz_members.c. */
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    gg_csr *a = NULL, *b = NULL;
    gg_error e = {0};
    fuzz_file("x.npz", data, size);
    if (fuzz_read(gg_read_npz_csr(fuzz_path("x.npz"), GG_F64, &a, &e), &e))
        fuzz_check_csr(a);
    if (fuzz_read(gg_read_features(fuzz_path("x.npz"), GG_F32, &b, &e), &e))
        fuzz_check_csr(b);
    gg_csr_free(a);
    gg_csr_free(b);
}
