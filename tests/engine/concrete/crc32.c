// CRC-32 by table, bit by bit and in slices of four, over the same data: all three agree.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t tables[4][256];

static uint32_t bitwise(uint32_t crc, const uint8_t *data, size_t length) {
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static void make_tables(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        tables[0][i] = crc;
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int t = 1; t < 4; t++)
            tables[t][i] = tables[t - 1][i] >> 8 ^ tables[0][tables[t - 1][i] & 255];
}

static uint32_t by_table(uint32_t crc, const uint8_t *data, size_t length) {
    crc = ~crc;
    for (size_t i = 0; i < length; i++)
        crc = tables[0][(crc ^ data[i]) & 255] ^ crc >> 8;
    return ~crc;
}

static uint32_t by_slices(uint32_t crc, const uint8_t *data, size_t length) {
    crc = ~crc;
    for (; length >= 4; data += 4, length -= 4) {
        uint32_t word;
        memcpy(&word, data, 4);
        crc ^= word;
        crc = tables[3][crc & 255] ^ tables[2][crc >> 8 & 255] ^ tables[1][crc >> 16 & 255] ^ tables[0][crc >> 24];
    }
    return by_table(~crc, data, length);
}

static void show(const char *name, const uint8_t *data, size_t length) {
    printf("%-8s %6u %08x %08x %08x\n", name, (unsigned)length, bitwise(0, data, length), by_table(0, data, length),
           by_slices(0, data, length));
}

int main(void) {
    make_tables();
    show("empty", (const uint8_t *)"", 0);
    show("check", (const uint8_t *)"123456789", 9);
    const char *text = "The quick brown fox jumps over the lazy dog";
    show("fox", (const uint8_t *)text, strlen(text));
    uint8_t *block = malloc(4096);
    uint32_t state = 1;
    for (int i = 0; i < 4096; i++) {
        state = state * 1664525u + 1013904223u;
        block[i] = (uint8_t)(state >> 24);
    }
    for (size_t length = 1; length <= 4096; length *= 4)
        show("random", block, length);
    uint32_t part = by_table(0, block, 1000);
    part = by_table(part, block + 1000, 3096);
    printf("in parts %s\n", part == by_table(0, block, 4096) ? "equal" : "different");
    free(block);
    return 0;
}
