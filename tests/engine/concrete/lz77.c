// LZ77 with a sliding window: compresses, decompresses, compares.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 255
#define LONGEST 18

static size_t compress(const unsigned char *in, size_t n, unsigned char *out) {
    size_t size = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, distance = 0;
        for (size_t back = 1; back <= WINDOW && back <= i; back++) {
            size_t length = 0;
            while (length < LONGEST && i + length < n && in[i + length] == in[i + length - back])
                length++;
            if (length > best)
                best = length, distance = back;
        }
        if (best >= 3) {
            out[size++] = (unsigned char)best;
            out[size++] = (unsigned char)distance;
            i += best;
        } else {
            out[size++] = 0;
            out[size++] = in[i++];
        }
    }
    return size;
}

static size_t expand(const unsigned char *in, size_t n, unsigned char *out) {
    size_t size = 0;
    for (size_t i = 0; i + 1 < n; i += 2) {
        if (in[i] == 0)
            out[size++] = in[i + 1];
        else
            for (int k = 0; k < in[i]; k++, size++)
                out[size] = out[size - in[i + 1]];
    }
    return size;
}

static void test(const char *name, const unsigned char *data, size_t n) {
    unsigned char *packed = malloc(2 * n + 2), *back = malloc(n + LONGEST);
    size_t size = compress(data, n, packed);
    size_t length = expand(packed, size, back);
    printf("%-10s %4u -> %4u %s\n", name, (unsigned)n, (unsigned)size, length == n && memcmp(back, data, n) == 0 ? "ok" : "wrong");
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + packed[i];
    printf("%08x\n", sum);
    free(packed);
    free(back);
}

int main(void) {
    unsigned char data[600];
    memset(data, 'z', sizeof data);
    test("same", data, 300);
    for (int i = 0; i < 600; i++)
        data[i] = (unsigned char)"abcabcabd"[i % 9];
    test("period", data, 500);
    unsigned state = 99;
    for (int i = 0; i < 600; i++)
        data[i] = (unsigned char)((state = state * 1103515245u + 12345u) >> 16);
    test("random", data, 400);
    const char *text = "how much wood would a woodchuck chuck if a woodchuck could chuck wood";
    test("text", (const unsigned char *)text, strlen(text));
    test("one", (const unsigned char *)"x", 1);
    return 0;
}
