/* Clipping by the norm of all gradients (Pascanu et al. 2013, algorithm 1). */
#include "params.h"
#include "parallel.h"

#include <math.h>

#define GG_SOURCE "nn_clip.c"
#include "each_real.h"

#ifdef real

/* A cache line of elements: as many sums side by side, so that they go through vector registers
 * in an order that does not depend on the machine. */
#define LANES (GG_PARAMS_ALIGN / (int)sizeof(real))

/* The sum of squares of n elements, a multiple of LANES: parameters are padded with zeros. */
GG_SIMD static double FN(sum_squares)(const void *grad, int64_t n)
{
    const real *g = grad;
    double lane[LANES] = {0}, sum = 0;
    for (int64_t i = 0; i < n; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (double)g[i + l] * (double)g[i + l];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

GG_SIMD static void FN(multiply)(void *grad, int64_t n, double factor)
{
    real *g = grad;
    for (int64_t i = 0; i < n; i++)
        g[i] *= (real)factor;
}

#undef LANES

#else

static double (*const sum_squares[2])(const void *, int64_t) = GG_BOTH(sum_squares);
static void (*const multiply[2])(void *, int64_t, double) = GG_BOTH(multiply);

static double grad_norm(const gg_params *p)
{
    double sum = 0;
    for (int64_t k = 0; k < p->trained.count; k++) {
        const gg_param *entry = &p->trained.entry[k];
        const char *grad = entry->tensor->grad;
        if (!entry->tensor->requires_grad)
            continue;
        for (int64_t n = gg_param_padded(entry), i = 0; i < n; i += GG_BLOCK)
            sum += sum_squares[p->dtype](grad + (size_t)i * gg_dtype_size(p->dtype),
                                         n - i < GG_BLOCK ? n - i : GG_BLOCK);
    }
    return sqrt(sum);
}

/* A norm that is no number scales nothing: the optimizer then names the gradient to blame. */
double gg_params_clip_grad_norm(gg_params *p, double max_norm)
{
    if (!p->built)
        return 0;
    double norm = grad_norm(p), factor = max_norm / (norm + 1e-6);
    if (!isfinite(norm) || !(factor < 1))
        return norm;
    for (int64_t k = 0; k < p->trained.count; k++) {
        const gg_param *entry = &p->trained.entry[k];
        if (entry->tensor->requires_grad)
            multiply[p->dtype](entry->tensor->grad, gg_param_padded(entry), factor);
    }
    return norm;
}

#endif
