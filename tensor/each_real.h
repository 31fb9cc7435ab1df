/*
 * each_real.h: compiles the kernels of a source file twice, for float and for double. The file
 * names itself and includes this header outside its kernels:
 *
 *     #define GG_SOURCE "op_elu.c"
 *     #include "each_real.h"
 *     #ifdef real
 *     static void FN(elu_forward)(gg_node *n) { const real *x = n->in[0]->data; ... }
 *     #else
 *     ... what is compiled once ...
 *     #endif
 *
 * real is the element type, FN(f) is f_f32 or f_f64, REAL_IS_F32 tells which, and R(f) names the
 * C library's function for the type: R(exp)(x) is expf(x) or exp(x).
 */
#ifndef real

/* What the names stand for in the first pass, over floats. */
#define real float
#define FN(f) f##_f32
#define R(name) name##f
#define REAL_IS_F32 1
#include GG_SOURCE
#undef real
#undef FN
#undef R
#undef REAL_IS_F32

/* What the names stand for in the second pass, over doubles. */
#define real double
#define FN(f) f##_f64
#define R(name) name
#define REAL_IS_F32 0
#include GG_SOURCE
#undef real
#undef FN
#undef R
#undef REAL_IS_F32

#endif
