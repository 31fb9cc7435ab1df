#!/usr/bin/python3
"""Golden values of skip-gram with negative samples: writes skipgram.h beside itself. Needs PyTorch (made with
1.13)."""
import os

import torch

from c_array import array

HERE = os.path.dirname(os.path.abspath(__file__))
NODES, WIDTH, PAIRS, SAMPLES, RATE = 9, 5, 24, 4, 0.3


def main():
    torch.manual_seed(1)
    z, h = (torch.randn(NODES, WIDTH, dtype=torch.float64).requires_grad_() for _ in range(2))
    center = torch.randint(NODES, (PAIRS,))
    sample = torch.randint(NODES, (PAIRS, SAMPLES))
    sample[3, 2] = sample[3, 1]  # drawn twice
    sample[7, 1] = sample[7, 0]  # the context itself
    before = [array("double", "golden_%s" % n, x.detach().ravel()) for n, x in (("z", z), ("h", h))]
    loss = 0
    for k in range(PAIRS):
        x = h[sample[k]] @ z[center[k]]
        pair = -torch.nn.functional.logsigmoid(x[0]) - torch.nn.functional.logsigmoid(-x[1:]).sum()
        loss += pair.item()
        dz, dh = torch.autograd.grad(pair, (z, h))
        with torch.no_grad():
            z -= RATE * dz
            h -= RATE * dh
    after = [array("double", "golden_%s_after" % n, x.detach().ravel()) for n, x in (("z", z), ("h", h))]
    sizes = "enum { GOLDEN_NODES = %d, GOLDEN_WIDTH = %d, GOLDEN_PAIRS = %d, GOLDEN_SAMPLES = %d };\n" % (
        NODES, WIDTH, PAIRS, SAMPLES)
    with open(os.path.join(HERE, "skipgram.h"), "w") as f:
        f.write("/* skipgram.h: made by make_node2vec.py. */\n#include <stdint.h>\n\n" + sizes +
                "static const double golden_rate = %r, golden_loss = %r;\n" % (RATE, loss) +
                array("int32_t", "golden_center", center) + array("int32_t", "golden_sample", sample.ravel()) +
                "".join(before + after))


main()
