/* fuzz.h: what the fuzzers share. A fuzzer defines fuzz_one; LLVMFuzzerTestOneInput, which
 * libFuzzer and fuzz_main.c call, runs it with little memory and looks for blocks that it leaves.
 */
#ifndef GG_FUZZ_H
#define GG_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph.h"

/* What is asked of each input: to end without a failed requirement. */
void fuzz_one(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Memory that the library may hold at a time; beyond it has GG_ERR_MEMORY to return. */
enum { FUZZ_MEMORY = 4 << 20 };

#define FUZZ_REQUIRE(condition)                                                                    \
    ((condition) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #condition))
void fuzz_failed(const char *file, int line, const char *condition);

/* Whether a reader succeeded. One that did not has filled e: the code that it returned, and one
 * line of printable text. */
bool fuzz_read(gg_status s, const gg_error *e);

/* Where a file of the fuzzer's own is; and a file there, written. One path at a time. */
const char *fuzz_path(const char *name);
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* A stream to write such a file through. */
FILE *fuzz_open(const char *name);

/* The library reads what it wrote, or what it called sound: it must succeed, or lack memory. */
bool fuzz_read_again(gg_status s, const gg_error *e);

/* Requires a to be what gg_csr promises, of finite values, and its text in Matrix Market's format
 * to read back as the same bits. */
void fuzz_check_csr(const gg_csr *a);

#endif
