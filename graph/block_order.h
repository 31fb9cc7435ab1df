/* block_order.h (internal): which rows share a block. */
#ifndef GG_BLOCK_ORDER_H
#define GG_BLOCK_ORDER_H

#include "blocks.h"

/* Fills begin, group, item and row. False: no memory. */
bool gg_block_order(gg_blocks *b, const int32_t *row, int64_t groups, const int64_t *group_begin,
                    int threads);

#endif
