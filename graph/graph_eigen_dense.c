/* Eigenvectors of a small dense matrix: cyclic Jacobi rotations (Golub and Van Loan, "Matrix
 * Computations", section 8.5). */
#include "eigen.h"

#include <float.h>
#include <math.h>

/* Turns rows (columns, with the strides swapped) p and q of x by the angle of cosine c, sine s. */
static void turn(double *x, int64_t n, int64_t step, int64_t apart, int64_t p, int64_t q, double c,
                 double s)
{
    for (int64_t k = 0; k < n; k++) {
        double *at_p = &x[p * apart + k * step], *at_q = &x[q * apart + k * step], old = *at_p;
        *at_p = c * old - s * *at_q;
        *at_q = s * old + c * *at_q;
    }
}

/* Makes a[p, q] zero. Whether it was not. */
static bool rotate(int64_t n, double *a, double *vectors, int64_t p, int64_t q)
{
    double off = a[p * n + q], at_p = a[p * n + p], at_q = a[q * n + q];
    if (fabs(off) <= DBL_EPSILON / 4 * sqrt(fabs(at_p)) * sqrt(fabs(at_q)) || fabs(off) < DBL_MIN)
        return false;
    double tau = (at_q - at_p) / (2 * off);
    double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + hypot(1, tau));
    double c = 1 / hypot(1, t), s = t * c;
    turn(a, n, 1, n, p, q, c, s);
    turn(a, n, n, 1, p, q, c, s);
    turn(vectors, n, n, 1, p, q, c, s);
    a[p * n + q] = a[q * n + p] = 0;
    return true;
}

/* Selection sort, columns moving along. */
static void sort_descending(int64_t n, double *values, double *vectors)
{
    for (int64_t k = 0; k < n; k++) {
        int64_t most = k;
        for (int64_t l = k + 1; l < n; l++)
            most = values[l] > values[most] ? l : most;
        double value = values[k];
        values[k] = values[most];
        values[most] = value;
        for (int64_t row = 0; row < n; row++) {
            double x = vectors[row * n + k];
            vectors[row * n + k] = vectors[row * n + most];
            vectors[row * n + most] = x;
        }
    }
}

void gg_eigen_dense(int64_t n, double *a, double *values, double *vectors)
{
    for (int64_t k = 0; k < n * n; k++)
        vectors[k] = k / n == k % n;
    bool turned = true;
    for (int sweep = 0; turned && sweep < 60; sweep++) {
        turned = false;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++)
                turned = rotate(n, a, vectors, p, q) || turned;
    }
    for (int64_t k = 0; k < n; k++)
        values[k] = a[k * n + k];
    sort_descending(n, values, vectors);
}
