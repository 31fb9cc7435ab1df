/* check_dense.h: what golden/make_npz.py has in its files. */
#ifndef GG_CHECK_DENSE_H
#define GG_CHECK_DENSE_H

static const double golden_dense[4][5] = {
    {1.5, 0, -2, 0, 0}, {0, 0, 0, 0, 0}, {0, 0.25, 0, 0, 16}, {3, 0, 0, -7, 0}};

#endif
