"""Writes cflp_train_features.npz: features of the 24 nodes of the little graph in check_cflp_train.h.

Node i has word i / 3 (a topic of three neighbours on the ring) and two words of its own draw.
Run it in tests/golden with /usr/bin/python3; the file is the same each time.
"""
import numpy as np
import scipy.sparse

rng = np.random.RandomState(1)
x = np.zeros((24, 16), dtype=np.float32)
for i in range(24):
    x[i, i // 3] = 1
    x[i, 8 + rng.choice(8, 2, replace=False)] = 1
scipy.sparse.save_npz("cflp_train_features.npz", scipy.sparse.csr_matrix(x))
