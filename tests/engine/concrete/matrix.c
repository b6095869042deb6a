// Matrices of integers modulo a prime: product, power, determinant, inverse.
#include <stdio.h>
#include <string.h>

#define N 6
#define P 10007

typedef long matrix[N][N];

static long power(long x, long e) {
    long result = 1;
    for (x %= P; e; e >>= 1, x = x * x % P)
        if (e & 1)
            result = result * x % P;
    return result;
}

static void multiply(matrix out, matrix a, matrix b) {
    matrix t;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            long sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            t[i][j] = sum % P;
        }
    memcpy(out, t, sizeof t);
}

static void identity(matrix m) {
    memset(m, 0, sizeof(matrix));
    for (int i = 0; i < N; i++)
        m[i][i] = 1;
}

static long invert(matrix out, matrix a) {
    matrix m;
    long det = 1;
    memcpy(m, a, sizeof m);
    identity(out);
    for (int c = 0; c < N; c++) {
        int pivot = c;
        while (pivot < N && m[pivot][c] == 0)
            pivot++;
        if (pivot == N)
            return 0;
        for (int j = 0; j < N && pivot != c; j++) {
            long t = m[c][j];
            m[c][j] = m[pivot][j], m[pivot][j] = t;
            t = out[c][j];
            out[c][j] = out[pivot][j], out[pivot][j] = t;
        }
        if (pivot != c)
            det = P - det;
        det = det * m[c][c] % P;
        long scale = power(m[c][c], P - 2);
        for (int j = 0; j < N; j++)
            m[c][j] = m[c][j] * scale % P, out[c][j] = out[c][j] * scale % P;
        for (int i = 0; i < N; i++) {
            long factor = m[i][c];
            for (int j = 0; i != c && j < N; j++) {
                m[i][j] = (m[i][j] + (P - factor) * m[c][j]) % P;
                out[i][j] = (out[i][j] + (P - factor) * out[c][j]) % P;
            }
        }
    }
    return det;
}

static void show(const char *name, matrix m) {
    puts(name);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%6ld", m[i][j]);
        puts("");
    }
}

int main(void) {
    matrix a, b, inverse;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * j * 3 + (i == j) * 11 + 1) % P, b[i][j] = (i + 1) * (j + 2) % 9;
    multiply(b, a, b);
    show("product", b);
    long det = invert(inverse, a);
    printf("determinant %ld\n", det);
    show("inverse", inverse);
    multiply(b, a, inverse);
    show("check", b);
    identity(b);
    for (long e = 1000; e; e >>= 1) {
        if (e & 1)
            multiply(b, b, a);
        multiply(a, a, a);
    }
    show("power 1000", b);
    return 0;
}
