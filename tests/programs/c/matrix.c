// Two-dimensional arrays of double: product, transpose, determinant by elimination with row exchange.
#include <stdio.h>

#define N 5
typedef double matrix[N][N];

static void multiply(matrix out, matrix a, matrix b) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++) out[i][j] += a[i][k] * b[k][j];
        }
}

static void transpose(matrix m) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            double t = m[i][j];
            m[i][j] = m[j][i], m[j][i] = t;
        }
}

static double determinant(matrix m) {
    double d = 1;
    for (int c = 0; c < N; c++) {
        int p = c;
        while (p < N && m[p][c] == 0) p++;
        if (p == N) return 0;
        if (p != c) {
            d = -d;
            for (int j = 0; j < N; j++) {
                double t = m[p][j];
                m[p][j] = m[c][j], m[c][j] = t;
            }
        }
        d *= m[c][c];
        for (int i = c + 1; i < N; i++)
            for (int j = N - 1; j >= c; j--) m[i][j] -= m[i][c] / m[c][c] * m[c][j];
    }
    return d;
}

int main(void) {
    matrix a, b, c;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j * 3) % 11 - 4, b[i][j] = i == j ? 0 : i - 2 * j;
    multiply(c, a, b);
    transpose(c);
    for (int i = 0; i < N; i++) printf("%g %g %g %g %g\n", c[i][0], c[i][1], c[i][2], c[i][3], c[i][4]);
    printf("%.6f %.6f\n", determinant(a), determinant(c));
    return 0;
}
