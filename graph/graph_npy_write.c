/* Writes a tensor as a NumPy .npy file. */
#include "files.h"
#include "graph.h"
#include "npy.h"

#include <stdio.h>
#include <string.h>

/* Version 1.0, padded with blanks so that the elements begin at a multiple of 64. */
size_t gg_npy_header(const gg_tensor *x, char header[GG_NPY_HEADER_MADE])
{
    char *text = header + 10; /* 10 bytes before the text, a newline after */
    const int room = GG_NPY_HEADER_MADE - 11;
    int used = snprintf(text, (size_t)room, "{'descr': '<f%d', 'fortran_order': False, 'shape': (",
                        (int)gg_dtype_size(x->dtype));
    for (int k = 0; k < x->rank; k++)
        used += snprintf(text + used, (size_t)(room - used), "%s%lld", k ? ", " : "",
                         (long long)x->shape[k]);
    used += snprintf(text + used, (size_t)(room - used), x->rank == 1 ? ",), }" : "), }");
    size_t size = ((size_t)used + 11 + 63) / 64 * 64;
    memset(text + used, ' ', size - 10 - (size_t)used);
    header[size - 1] = '\n';
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)((size - 10) & 0xff);
    header[9] = (char)((size - 10) >> 8);
    return size;
}

gg_status gg_write_npy(const char *path, const gg_tensor *x, gg_error *e)
{
    char header[GG_NPY_HEADER_MADE];
    gg_bytes parts[] = {{header, gg_npy_header(x, header)},
                        {x->data, (size_t)gg_numel(x) * gg_dtype_size(x->dtype)}};
    return gg_write_whole(path, parts, 2, e);
}
