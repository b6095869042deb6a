// A recursive reader of JSON: values in values, numbers and names are checked; counts values and depth.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 3
static const char *at, *end;
static int values;

static void blanks(void) {
    while (at < end && (*at == ' ' || *at == '\n')) at++;
}

static int value(int depth) {
    if (depth > 4) return 0;
    blanks();
    if (at == end) return 0;
    values++;
    char c = *at++;
    if (c == '[') {
        blanks();
        if (at < end && *at == ']') {
            at++;
            return 1;
        }
        for (;;) {
            if (!value(depth + 1)) return 0;
            blanks();
            if (at == end) return 0;
            c = *at++;
            if (c == ']') return 1;
            if (c != ',') return 0;
        }
    }
    if (c == '"') {
        while (at < end && *at != '"') at++;
        return at++ < end;
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        while (at < end && *at >= '0' && *at <= '9') at++;
        return 1;
    }
    return c == 'n' || c == 't' || c == 'f';
}

int main(void) {
    char text[N];
    klee_make_symbolic(text, sizeof text, "text");
    at = text;
    end = text + N;
    int good = value(0);
    blanks();
    assert(values <= N);
    assert(!good || values > 0);
    return good && at == end;
}
