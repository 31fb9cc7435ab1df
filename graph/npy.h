/* npy.h (internal): the header of a NumPy array file, which .npy files and the members of .npz
 * archives begin with (NumPy, NEP 1). */
#ifndef GG_NPY_H
#define GG_NPY_H

#include "tensor.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "array files are read and written as little-endian memory"
#endif

/* Headers are shorter than this; reading so much of a file is enough to parse its header. */
#define GG_NPY_HEADER_MAX 4096

typedef struct gg_npy {
    char kind;   /* 'f' float, 'i' integer, 'S' bytes, 'U' UCS-4 text */
    size_t item; /* bytes of an element: 4 or 8 for 'f' and 'i' */
    int rank;    /* 0 for a scalar */
    int64_t shape[GG_MAX_RANK];
    int64_t count; /* elements: the product of the shape */
    size_t start;  /* where the elements begin */
    bool fortran;  /* the first index runs fastest */
    bool swapped;  /* numbers are big-endian */
} gg_npy;

/* Parses the header of the array called name (for errors), which is `size` bytes long in all;
 * bytes holds the first min(size, GG_NPY_HEADER_MAX) of them. Checked: the elements fill the size
 * to the last byte. Only arrays of the kinds above, numbers of either byte order, in either order.
 */
gg_status gg_npy_parse(const char *name, const void *bytes, uint64_t size, gg_npy *out,
                       gg_error *e);

/* The header of a tensor's file, behind which come the elements as they are in memory; returns its
 * size. */
#define GG_NPY_HEADER_MADE 512
size_t gg_npy_header(const gg_tensor *x, char header[GG_NPY_HEADER_MADE]);

/* Element i of a 'f' or 'i' array whose elements begin at data (which need not be aligned). */
double gg_npy_number(const gg_npy *a, const void *data, int64_t i);
int64_t gg_npy_integer(const gg_npy *a, const void *data, int64_t i);

/* Puts the n elements at data, which are number `first` and so on in the file, to their places in
 * x, a tensor of the array's shape. */
void gg_npy_place(const gg_npy *a, const void *data, int64_t first, int64_t n, gg_tensor *x);

/* Whether the array is a list or a matrix of numbers, as gg_read_npy has it. */
gg_status gg_npy_check_numbers(const char *name, const gg_npy *a, gg_error *e);

#endif
