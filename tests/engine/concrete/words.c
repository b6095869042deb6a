// Counts and sorts the words of a text, wraps it at a width, reverses it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    int count;
};

static struct word *words;
static int used, room;

static void note(const char *start, size_t length) {
    char *text = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)tolower((unsigned char)start[i]);
    text[length] = 0;
    for (int i = 0; i < used; i++)
        if (strcmp(words[i].text, text) == 0) {
            words[i].count++;
            free(text);
            return;
        }
    if (used == room) {
        room = room ? 2 * room : 4;
        words = realloc(words, (size_t)room * sizeof *words);
    }
    words[used].text = text;
    words[used++].count = 1;
}

static int by_count(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

static void wrap(const char *text, int width) {
    int column = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column && column + 1 + (int)n > width) {
            putchar('\n');
            column = 0;
        }
        if (column) {
            putchar(' ');
            column++;
        }
        for (size_t i = 0; i < n; i++)
            putchar(text[i]);
        column += (int)n;
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

int main(void) {
    static const char text[] = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of "
                               "foolishness, it was the epoch of belief, it was the epoch of incredulity";
    for (const char *p = text; *p;) {
        if (!isalpha((unsigned char)*p)) {
            p++;
            continue;
        }
        const char *start = p;
        while (isalpha((unsigned char)*p))
            p++;
        note(start, (size_t)(p - start));
    }
    qsort(words, (size_t)used, sizeof *words, by_count);
    for (int i = 0; i < used; i++)
        printf("%-12s|%3d|%s\n", words[i].text, words[i].count, i % 2 ? "odd" : "even");
    wrap(text, 30);
    char reversed[sizeof text];
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        reversed[i] = text[n - 1 - i];
    reversed[n] = 0;
    wrap(reversed, 50);
    for (int i = 0; i < used; i++)
        free(words[i].text);
    free(words);
    return 0;
}
