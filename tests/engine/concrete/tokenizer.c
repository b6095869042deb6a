// A tokenizer of C-like text driven by a table of states, with counts of each kind.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum class { LETTER, DIGIT, SPACE, QUOTE, SLASH, STAR, NEWLINE, OTHER, CLASSES };
enum state { START, NAME, NUMBER, STRING, MAYBE_COMMENT, LINE_COMMENT, BLOCK_COMMENT, BLOCK_STAR, STATES };

static enum class class_of(int c) {
    if (isalpha(c) || c == '_')
        return LETTER;
    if (isdigit(c))
        return DIGIT;
    if (c == '\n')
        return NEWLINE;
    if (isspace(c))
        return SPACE;
    return c == '"' ? QUOTE : c == '/' ? SLASH : c == '*' ? STAR : OTHER;
}

// What follows in a state: the next state, or -1 to end the token before the letter, or -2 to end it with the letter.
static const int next[STATES][CLASSES] = {
    [START] = {NAME, NUMBER, START, STRING, MAYBE_COMMENT, -2, START, -2},
    [NAME] = {NAME, NAME, -1, -1, -1, -1, -1, -1},
    [NUMBER] = {NUMBER, NUMBER, -1, -1, -1, -1, -1, -1},
    [STRING] = {STRING, STRING, STRING, -2, STRING, STRING, -1, STRING},
    [MAYBE_COMMENT] = {-1, -1, -1, -1, LINE_COMMENT, BLOCK_COMMENT, -1, -1},
    [LINE_COMMENT] = {LINE_COMMENT, LINE_COMMENT, LINE_COMMENT, LINE_COMMENT, LINE_COMMENT, LINE_COMMENT, -1, LINE_COMMENT},
    [BLOCK_COMMENT] = {BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_STAR, BLOCK_COMMENT, BLOCK_COMMENT},
    [BLOCK_STAR] = {BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_COMMENT, BLOCK_COMMENT, -2, BLOCK_STAR, BLOCK_COMMENT, BLOCK_COMMENT},
};

static const char *const keywords[] = {"else", "for", "if", "int", "return", "while"};

static int is_keyword(const char *text, size_t n) {
    int low = 0, high = 6;
    while (low < high) {
        int middle = (low + high) / 2, order = strncmp(text, keywords[middle], n);
        if (order == 0 && keywords[middle][n])
            order = -1;
        if (order == 0)
            return 1;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

int main(void) {
    static const char text[] = "int main() { // begin\n  int x1 = 42, y = x1/2; /* a * block **/ if (x1 >= 10) return \"str /* \" + y; "
                               "else while_ = fore; for (;;) x1 = 7*x1; }\n\"open\n";
    static const char *const names[] = {"sign", "name", "number", "string", "sign", "comment", "comment", "comment"};
    int counts[STATES] = {0}, keys = 0;
    const char *start = text, *p = text;
    enum state state = START;
    while (*p || state != START) {
        int to = *p ? next[state][class_of((unsigned char)*p)] : -1;
        if (to >= 0) {
            if (state == START && to != START)
                start = p;
            state = (enum state)to;
            p++;
            continue;
        }
        if (state == START)
            start = p;
        if (to == -2)
            p++;
        int keyword = state == NAME && is_keyword(start, (size_t)(p - start));
        keys += keyword;
        counts[state]++;
        if (counts[state] <= 4)
            printf("%-8s %.*s\n", keyword ? "keyword" : names[state], (int)(p - start), start);
        state = START;
        if (!*p)
            break;
    }
    for (int i = 0; i < STATES; i++)
        printf("%d ", counts[i]);
    printf("keywords %d\n", keys);
    return 0;
}
