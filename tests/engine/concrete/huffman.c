// Huffman codes: a heap of trees, the codes, encoding to bits and decoding back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int weight, letter;
    struct node *left, *right;
};

static struct node *heap[260];
static int count;

static int less(const struct node *a, const struct node *b) {
    return a->weight != b->weight ? a->weight < b->weight : a->letter < b->letter;
}

static void push(struct node *n) {
    int i = count++;
    for (; i && less(n, heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}

static struct node *pop(void) {
    struct node *top = heap[0], *last = heap[--count];
    int i = 0;
    for (int child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && less(heap[child + 1], heap[child]))
            child++;
        if (!less(heap[child], last))
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

static struct node *make(int weight, int letter, struct node *left, struct node *right) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){weight, letter, left, right};
    return n;
}

static char codes[256][40];

static void name(const struct node *n, char *prefix, int depth) {
    if (!n->left) {
        prefix[depth] = 0;
        strcpy(codes[n->letter], prefix);
        return;
    }
    prefix[depth] = '0';
    name(n->left, prefix, depth + 1);
    prefix[depth] = '1';
    name(n->right, prefix, depth + 1);
}

static void destroy(struct node *n) {
    if (n) {
        destroy(n->left);
        destroy(n->right);
        free(n);
    }
}

int main(void) {
    const char *text = "she sells sea shells by the sea shore; the shells she sells are surely seashells";
    int counts[256] = {0};
    for (const char *p = text; *p; p++)
        counts[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (counts[i])
            push(make(counts[i], i, NULL, NULL));
    int order = 256;
    while (count > 1) {
        struct node *a = pop(), *b = pop();
        push(make(a->weight + b->weight, order++, a, b));
    }
    struct node *root = pop();
    char prefix[40];
    name(root, prefix, 0);
    size_t bits = 0;
    for (int i = 0; i < 256; i++)
        if (counts[i]) {
            printf("'%c' %2d %s\n", i, counts[i], codes[i]);
            bits += strlen(codes[i]) * (size_t)counts[i];
        }
    unsigned char *packed = calloc(bits / 8 + 1, 1);
    size_t at = 0;
    for (const char *p = text; *p; p++)
        for (const char *c = codes[(unsigned char)*p]; *c; c++, at++)
            packed[at / 8] |= (unsigned char)((*c - '0') << at % 8);
    printf("%u bits of %u\n", (unsigned)bits, (unsigned)strlen(text) * 8);
    char *decoded = malloc(strlen(text) + 1), *end = decoded;
    const struct node *n = root;
    for (at = 0; at < bits; at++) {
        n = packed[at / 8] >> at % 8 & 1 ? n->right : n->left;
        if (!n->left) {
            *end++ = (char)n->letter;
            n = root;
        }
    }
    *end = 0;
    puts(strcmp(decoded, text) == 0 ? "round trip" : "broken");
    free(decoded);
    free(packed);
    destroy(root);
    return 0;
}
