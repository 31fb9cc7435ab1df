#define _DEFAULT_SOURCE /* madvise */
#include "tensor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Arrays of LARGE bytes or more ask for huge pages: rows that are read in no order miss the
 * processor's address cache less often, and the first touch of all of them faults less often. */
#define HUGE_PAGE ((size_t)2 << 20)
#define LARGE (4 * HUGE_PAGE)

static void *default_alloc(void *context, size_t size)
{
    (void)context;
    const size_t align = size < LARGE ? 64 : HUGE_PAGE;
    const size_t rounded = (size + align - 1) & ~(align - 1);
    if (rounded < size)
        return NULL;
    void *block = aligned_alloc(align, rounded ? rounded : align);
#ifdef MADV_HUGEPAGE
    if (block && align == HUGE_PAGE)
        (void)madvise(block, rounded, MADV_HUGEPAGE); /* a wish: without it, it is slower */
#endif
    return block;
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
