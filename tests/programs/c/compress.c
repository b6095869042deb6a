// Run-length and LZ-style compression and back: byte buffers, back references that overlap themselves.
#include <stdio.h>
#include <string.h>

static int rle(const unsigned char *in, int n, unsigned char *out) {
    int m = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && run < 255 && in[i + run] == in[i]) run++;
        out[m++] = (unsigned char)run;
        out[m++] = in[i];
        i += run;
    }
    return m;
}

static int lz(const char *in, int n, unsigned char *out) {
    int m = 0;
    for (int i = 0; i < n;) {
        int best = 0, distance = 0;
        for (int d = 1; d <= i && d < 128; d++) {
            int length = 0;
            while (i + length < n && length < 127 && in[i + length] == in[i + length - d]) length++;
            if (length > best) best = length, distance = d;
        }
        if (best >= 3) out[m++] = (unsigned char)(0x80 | best), out[m++] = (unsigned char)distance, i += best;
        else out[m++] = (unsigned char)in[i++];
    }
    return m;
}

static int unlz(const unsigned char *in, int n, char *out) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (!(in[i] & 0x80)) {
            out[m++] = (char)in[i];
            continue;
        }
        int length = in[i] & 0x7f, distance = in[++i];
        while (length--) out[m] = out[m - distance], m++;
    }
    return m;
}

int main(void) {
    const char *text = "abababababab she sells sea shells by the sea shore, the shells she sells";
    unsigned char packed[200];
    char back[200];
    int n = (int)strlen(text), m = lz(text, n, packed), k = unlz(packed, m, back);
    printf("%d %d %d %d\n", n, m, k, memcmp(text, back, (size_t)n));
    const char *runs = "aaaaaaaaaabbbbbc";
    m = rle((const unsigned char *)runs, (int)strlen(runs), packed);
    for (int i = 0; i < m; i += 2) printf("%d%c ", packed[i], packed[i + 1]);
    puts("");
    return 0;
}
