// A JSON reader over a short input: deep code behind many early errors.
#include <klee/klee.h>
#ifndef BYTES
#define BYTES 12
#endif

static const char *at;
static int depth;

static int value(void);

static void space(void) {
    while (*at == ' ' || *at == '\n' || *at == '\t')
        at++;
}

static int word(const char *text) {
    while (*text)
        if (*at++ != *text++)
            return 0;
    return 1;
}

static int string(void) {
    for (at++; *at != '"'; at++) {
        if (*at == 0)
            return 0;
        if (*at == '\\') {
            at++;
            if (*at == 'u') {
                for (int i = 0; i < 4; i++) {
                    at++;
                    if (!((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f')))
                        return 0;
                }
            } else if (*at != 'n' && *at != 't' && *at != '"' && *at != '\\') {
                return 0;
            }
        }
    }
    at++;
    return 1;
}

static int number(void) {
    if (*at == '-')
        at++;
    if (*at < '0' || *at > '9')
        return 0;
    while (*at >= '0' && *at <= '9')
        at++;
    if (*at == '.') {
        at++;
        if (*at < '0' || *at > '9')
            return 0;
        while (*at >= '0' && *at <= '9')
            at++;
    }
    if (*at == 'e') {
        at++;
        if (*at == '+' || *at == '-')
            at++;
        if (*at < '0' || *at > '9')
            return 0;
        while (*at >= '0' && *at <= '9')
            at++;
    }
    return 1;
}

static int list(char end, int pairs) {
    at++;
    if (++depth > 3)
        klee_report_error(__FILE__, __LINE__, "nested too deeply", "user");
    space();
    if (*at == end) {
        at++;
        depth--;
        return 1;
    }
    for (;;) {
        space();
        if (pairs) {
            if (*at != '"' || !string())
                return 0;
            space();
            if (*at++ != ':')
                return 0;
        }
        if (!value())
            return 0;
        space();
        if (*at == end)
            break;
        if (*at++ != ',')
            return 0;
    }
    at++;
    depth--;
    return 1;
}

static int value(void) {
    space();
    switch (*at) {
    case '{':
        return list('}', 1);
    case '[':
        return list(']', 0);
    case '"':
        return string();
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    default:
        return number();
    }
}

int main(void) {
    static char text[BYTES + 1];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[BYTES] == 0);
    at = text;
    if (!value())
        return 1;
    space();
    return *at ? 2 : 0;
}
