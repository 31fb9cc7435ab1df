/*
 * graphgrad.h: all of graphgrad. From the bottom up: tensors, automatic differentiation, layers and
 * optimizers, graphs, models.
 */
#ifndef GG_GRAPHGRAD_H
#define GG_GRAPHGRAD_H

#include "tensor.h"
#include "autograd.h"
#include "nn.h"
#include "graph.h"
#include "models.h"

#endif
