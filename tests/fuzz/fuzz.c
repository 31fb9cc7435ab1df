/* The frame of a fuzzer: bounded memory, files, and what every refusal must look like. */
#include "fuzz.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- memory ---- */

/* In front of each block: its size, and what alignment to 64 bytes takes. */
typedef struct block {
    _Alignas(64) size_t size;
} block;

static size_t held;

static void *take(void *context, size_t size)
{
    (void)context;
    if (size > FUZZ_MEMORY - held)
        return NULL;
    block *b = aligned_alloc(sizeof *b, (sizeof *b + size + 63) & ~(size_t)63);
    if (!b)
        return NULL;
    b->size = size;
    held += size;
    memset(b + 1, 0xff, size);
    return b + 1;
}

static void give(void *context, void *memory)
{
    (void)context;
    block *b = (block *)memory - 1;
    held -= b->size;
    free(b);
}

/* ---- files ---- */

static char folder[64];

static void remove_folder(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left\n", folder);
}

/* In memory where there is such a place: writers sync what they write. */
static void make_folder(void)
{
    strcpy(folder,
           access("/dev/shm", W_OK) == 0 ? "/dev/shm/gg_fuzz_XXXXXX" : "/tmp/gg_fuzz_XXXXXX");
    FUZZ_REQUIRE(mkdtemp(folder));
    atexit(remove_folder);
}

const char *fuzz_path(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

FILE *fuzz_open(const char *name)
{
    FILE *file = fopen(fuzz_path(name), "wb");
    FUZZ_REQUIRE(file);
    return file;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fuzz_open(name);
    FUZZ_REQUIRE(fwrite(bytes, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
    return fuzz_path(name);
}

/* ---- requirements ---- */

void fuzz_failed(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

bool fuzz_read(gg_status s, const gg_error *e)
{
    FUZZ_REQUIRE(s == GG_OK || (e->code == s && e->message[0]));
    for (const char *c = e->message; s != GG_OK && *c; c++)
        FUZZ_REQUIRE(*c == '\t' || (unsigned char)*c >= 0x20);
    return s == GG_OK;
}

bool fuzz_read_again(gg_status s, const gg_error *e)
{
    if (s != GG_OK && s != GG_ERR_MEMORY)
        fprintf(stderr, "%s\n", e->message);
    FUZZ_REQUIRE(s == GG_OK || s == GG_ERR_MEMORY);
    return s == GG_OK;
}

static void check_order(const gg_csr *a)
{
    FUZZ_REQUIRE(a->rowptr[0] == 0);
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            FUZZ_REQUIRE(a->col[k] >= 0 && a->col[k] < a->cols);
            FUZZ_REQUIRE(k == a->rowptr[i] || a->col[k - 1] < a->col[k]);
            FUZZ_REQUIRE(gg_csr_value(a, k) - gg_csr_value(a, k) == 0); /* finite */
        }
}

static void write_mtx(const gg_csr *a, const char *name)
{
    FILE *file = fuzz_open(name);
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n");
    fprintf(file, "%" PRId64 " %" PRId64 " %" PRId64 "\n", a->rows, a->cols, gg_csr_nnz(a));
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            fprintf(file, "%" PRId64 " %d %.17g\n", i + 1, a->col[k] + 1, gg_csr_value(a, k));
    FUZZ_REQUIRE(fclose(file) == 0);
}

void fuzz_check_csr(const gg_csr *a)
{
    gg_csr *b = NULL;
    gg_error e = {0};
    check_order(a);
    check_order(a->transpose);
    FUZZ_REQUIRE(a->transpose->rows == a->cols && gg_csr_nnz(a->transpose) == gg_csr_nnz(a));
    write_mtx(a, "again.mtx");
    if (!fuzz_read_again(gg_read_mtx(fuzz_path("again.mtx"), a->dtype, &b, &e), &e))
        return;
    size_t nnz = (size_t)gg_csr_nnz(a);
    FUZZ_REQUIRE(b->rows == a->rows && b->cols == a->cols && gg_csr_nnz(b) == gg_csr_nnz(a));
    FUZZ_REQUIRE(memcmp(a->rowptr, b->rowptr, ((size_t)a->rows + 1) * sizeof *a->rowptr) == 0);
    FUZZ_REQUIRE(memcmp(a->col, b->col, nnz * sizeof *a->col) == 0);
    FUZZ_REQUIRE(memcmp(a->values, b->values, nnz * gg_dtype_size(a->dtype)) == 0);
    gg_csr_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const gg_allocator allocator = {take, give, NULL};
    if (!folder[0])
        make_folder();
    gg_set_allocator(&allocator);
    fuzz_one(data, size);
    FUZZ_REQUIRE(held == 0);
    return 0;
}
