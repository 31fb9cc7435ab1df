"""Writes the small .npz, .npy and .mtx files that tests/test_graph_npy.c, _npz.c and _features.c read.

One 4 x 5 matrix, as scipy.sparse.save_npz and numpy.savez store it:

    [ 1.5   0   -2   0    0 ]
    [  0    0    0   0    0 ]
    [  0   0.25  0   0   16 ]
    [  3    0    0  -7    0 ]     (integers in npz_i*: values truncated)

Run it in tests/golden with /usr/bin/python3; the files are the same each time.
"""
import numpy as np
import scipy.io
import scipy.sparse

DENSE = np.array([[1.5, 0, -2, 0, 0], [0, 0, 0, 0, 0], [0, 0.25, 0, 0, 16], [3, 0, 0, -7, 0]])


def parts(dtype, index):
    a = scipy.sparse.csr_matrix(DENSE)
    return dict(indices=a.indices.astype(index), indptr=a.indptr.astype(index), data=a.data.astype(dtype),
                shape=np.array(a.shape, dtype=index))


# As SciPy writes them.
scipy.sparse.save_npz("npz_f4_deflated.npz", scipy.sparse.csr_matrix(DENSE.astype(np.float32)), compressed=True)
scipy.sparse.save_npz("npz_f8_stored.npz", scipy.sparse.csr_matrix(DENSE), compressed=False)
# Wide indices, the format as text (older versions), integer values.
np.savez("npz_f4_wide.npz", format="csr", **parts(np.float32, np.int64))
np.savez_compressed("npz_i8_wide.npz", format=b"csr", **parts(np.int64, np.int64))
np.savez("npz_i4.npz", format=b"csr", **parts(np.int32, np.int32))
# Columns in descending order, and one entry in two halves.
np.savez("npz_unsorted.npz", format=b"csr", shape=np.array([4, 5]), indptr=np.array([0, 3, 3, 5, 7], np.int32),
         indices=np.array([2, 0, 2, 4, 1, 3, 0], np.int32), data=np.array([-1, 1.5, -1, 16, 0.25, -7, 3]))
# Numbers of the other byte order.
np.savez("npz_big_endian.npz", format=b"csr", **parts(">f4", np.int32))
# What must be refused.
scipy.sparse.save_npz("npz_csc.npz", scipy.sparse.csc_matrix(DENSE))
np.savez("npz_two.npz", a=DENSE, b=DENSE)
np.savez("npz_rank3.npz", DENSE.reshape(2, 2, 5))
np.savez("npz_text.npz", np.array(["a", "b"]))
# Dense.
np.savez("npz_dense.npz", DENSE)
np.savez_compressed("npz_dense_fortran.npz", x=np.asfortranarray(DENSE.astype(">f4")))
np.save("npy_f4.npy", DENSE.astype(np.float32))
np.save("npy_f8_list.npy", DENSE[0])
np.save("npy_fortran.npy", np.asfortranarray(DENSE))
np.save("npy_f4_big.npy", DENSE.astype(">f4"))
np.save("npy_f8_big_fortran.npy", np.asfortranarray(DENSE.astype(">f8")))
np.save("npy_i4.npy", DENSE.astype(np.int32))
np.save("npy_i8_big.npy", DENSE.astype(">i8"))

# Matrix Market, as SciPy writes it; the symmetric matrices are D D^T.
for name, matrix in [("real", scipy.sparse.coo_matrix(DENSE)), ("array", DENSE),
                     ("integer", scipy.sparse.coo_matrix(DENSE.astype(np.int32))),
                     ("symmetric", scipy.sparse.coo_matrix(DENSE @ DENSE.T)), ("array_symmetric", DENSE @ DENSE.T)]:
    scipy.io.mmwrite("mtx_%s.mtx" % name, matrix)
scipy.io.mmwrite("mtx_pattern.mtx", scipy.sparse.coo_matrix(DENSE), field="pattern")
