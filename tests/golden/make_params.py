"""Writes params_torch.npz and params_torch.h, which tests/test_params_file.c reads: the state_dict of
a small PyTorch model as numpy.savez writes it, and what the model makes of an input.

Run it in tests/golden with /usr/bin/python3. Needs PyTorch (made with 1.13).
"""
import numpy as np
import torch

from c_array import array

torch.manual_seed(3)
model = torch.nn.Sequential()
model.add_module("lin", torch.nn.Linear(3, 4))
model.add_module("norm", torch.nn.BatchNorm1d(4))
for _ in range(5):
    model(2 * torch.randn(16, 3) + 1)
model.eval()
np.savez("params_torch.npz", **{name: value.numpy() for name, value in model.state_dict().items()
                                if not name.endswith("num_batches_tracked")})
x = torch.randn(5, 3)
with open("params_torch.h", "w") as f:
    f.write("/* params_torch.h: made by make_params.py. */\n/* clang-format off */\n")
    f.write(array("double", "params_x", x.flatten().tolist()))
    f.write(array("double", "params_y", model(x).flatten().tolist()))
