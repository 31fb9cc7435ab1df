#include "tensor.h"

#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *context, size_t size)
{
    (void)context;
    size_t rounded = (size + 63) & ~(size_t)63;
    return rounded < size ? NULL : aligned_alloc(64, rounded ? rounded : 64);
}

static void default_free(void *context, void *block)
{
    (void)context;
    free(block);
}

static const gg_allocator standard = {default_alloc, default_free, NULL};
static gg_allocator current = {default_alloc, default_free, NULL};

void gg_set_allocator(const gg_allocator *allocator)
{
    current = allocator ? *allocator : standard;
}

void *gg_alloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return current.alloc(current.context, count * size);
}

void *gg_zalloc(size_t count, size_t size)
{
    void *block = gg_alloc(count, size);
    if (block)
        memset(block, 0, count * size);
    return block;
}

void gg_free(void *block)
{
    if (block)
        current.free(current.context, block);
}
