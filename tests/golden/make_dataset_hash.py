"""Writes dataset_hash.txt: the hashes of the two data sets that tests/test_graph_dataset.c makes, computed from
the description at the head of graph/graph_sha256.c.

Run it in tests/golden with /usr/bin/python3.
"""
import hashlib
import struct

import scipy.sparse


def int64(*values):
    return struct.pack(f"<{len(values)}q", *values)


def pairs(list_of_pairs):
    return b"".join(struct.pack("<2i", *p) for p in list_of_pairs)


def data_hash(nodes, edges, features, split):
    h = hashlib.sha256(b"graphgrad data 1\n")
    h.update(int64(nodes, len(edges)) + pairs(sorted(tuple(sorted(e)) for e in edges)))
    if features is None:
        h.update(int64(0, 0, 0))
    else:
        h.update(int64(*features.shape, features.nnz) + int64(*features.indptr))
        h.update(features.indices.astype("<i4").tobytes() + features.data.astype("<f8").tobytes())
    for part in split:
        h.update(int64(len(part)) + pairs(part))
    return h.hexdigest()


ring = [(k, (k + 1) % 8) for k in range(8)] + [(0, 4)]
ring_split = [[(0, 1), (2, 1), (3, 2), (3, 4), (4, 5)], [(5, 6)], [(0, 2)], [(6, 7), (0, 7), (0, 4)],
              [(1, 3), (2, 4), (7, 5)]]
path_split = [[(0, 1)], [(1, 2)], [(0, 3)], [(2, 3)], [(0, 2), (1, 3)]]
with open("dataset_hash.txt", "w") as out:
    print(data_hash(8, ring, None, ring_split), file=out)
    print(data_hash(4, [(0, 1), (1, 2), (2, 3)], scipy.sparse.load_npz("npz_f8_stored.npz"), path_split), file=out)
