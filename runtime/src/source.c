/* Taking characters from what scanf reads, and giving back the last one. */
#include "scan.h"

int iswspace(unsigned c);

/* Null where the program has no wide streams. */
MAYBE unsigned fgetwc(FILE *stream);
MAYBE unsigned ungetwc(unsigned c, FILE *stream);

/* A byte that is no digit, no letter and no white space. */
enum { OTHER = 0x80 };

static int take_wide(struct source *source) {
    if (!source->wide_text)
        source->last = (wchar_t)fgetwc(source->stream);
    else if (*source->wide_text)
        source->last = *source->wide_text++;
    else
        source->last = END_OF_FILE;
    if ((unsigned)source->last < OTHER || source->last == END_OF_FILE)
        return source->last;
    return iswspace((unsigned)source->last) ? ' ' : OTHER;
}

static int take(struct source *source) {
    int c;
    if (source->format)
        c = take_wide(source);
    else if (!source->text)
        c = next_character(source->stream);
    else if ((c = (unsigned char)*source->text))
        source->text++;
    else
        c = END_OF_FILE;
    source->taken += c != END_OF_FILE;
    return c;
}

static void give_back(struct source *source, int c) {
    if (c == END_OF_FILE)
        return;
    source->taken--;
    if (source->wide_text)
        source->wide_text--;
    else if (source->format)
        ungetwc((unsigned)source->last, source->stream);
    else if (source->text)
        source->text--;
    else
        ungetc(c, source->stream);
}

/* The character that was just taken as `c`. */
static wchar_t last_taken(const struct source *source, int c) {
    return source->format ? source->last : c;
}

/* Takes the next character if the width allows one more. */
static int take_within(struct source *source, int *width) {
    if (*width == 0)
        return END_OF_FILE;
    *width -= *width > 0;
    int c = take(source);
    return c;
}
