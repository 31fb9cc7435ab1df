/* Taking rows by id, and adding rows up by id: each is the gradient of the other. */
#include "row_ids.h"
#include "parallel.h"

#include <string.h>

#define GG_SOURCE "row_ids.c"
#include "each_real.h"

#ifdef real

static void FN(copy_rows)(const int32_t *index, int64_t begin, int64_t end, int64_t width,
                          const real *from, real *to)
{
    for (int64_t p = begin; p < end; p++)
        memcpy(to + p * width, from + index[p] * width, (size_t)width * sizeof *to);
}

GG_SIMD static void FN(add_taken)(const int32_t *index, int64_t begin, int64_t end, int64_t width,
                                  const real *from, real *to)
{
    for (int64_t p = begin; p < end; p++) {
        const real *restrict x = from + index[p] * width;
        real *restrict y = to + p * width;
        for (int64_t c = 0; c < width; c++)
            y[c] += x[c];
    }
}

void FN(gg_take_rows)(const int32_t *index, int64_t begin, int64_t end, int64_t width,
                      const real *from, real *to, bool add)
{
    if (add)
        FN(add_taken)(index, begin, end, width, from, to);
    else
        FN(copy_rows)(index, begin, end, width, from, to);
}

GG_INLINE void FN(add_put)(const int32_t *index, int64_t count, int64_t width, const real *from,
                           real *to, int64_t columns)
{
    for (int64_t p = 0; p < count; p++) {
        const real *restrict x = from + p * width;
        real *restrict y = to + index[p] * width;
        for (int64_t c = 0; c < columns; c++)
            y[c] += x[c];
    }
}

GG_SIMD static void FN(put_columns)(const int32_t *index, int64_t count, int64_t width,
                                    const real *from, real *to, int64_t columns)
{
    if (columns == GG_COLUMN_BLOCK)
        FN(add_put)(index, count, width, from, to, GG_COLUMN_BLOCK);
    else
        FN(add_put)(index, count, width, from, to, columns);
}

void FN(gg_put_rows)(const int32_t *index, int64_t count, int64_t width, const real *from, real *to,
                     int64_t begin, int64_t end)
{
    FN(put_columns)(index, count, width, from + begin, to + begin, end - begin);
}

#endif
