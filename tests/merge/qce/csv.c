// A CSV scanner: quotes, doubled quotes, separators, ends of lines; counts fields, rows and quoted bytes.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 4
enum { START, PLAIN, QUOTED, QUOTE };

int main(void) {
    unsigned char s[N];
    int mode = START;
    unsigned fields = 0, rows = 0, quoted = 0, errors = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        unsigned char c = s[i];
        switch (mode) {
        case START:
            if (c == '"') mode = QUOTED;
            else if (c == ',') fields++;
            else if (c == '\n') { fields++; rows++; }
            else mode = PLAIN;
            break;
        case PLAIN:
            if (c == ',') { fields++; mode = START; }
            else if (c == '\n') { fields++; rows++; mode = START; }
            else if (c == '"') errors++;
            break;
        case QUOTED:
            if (c == '"') mode = QUOTE;
            else quoted++;
            break;
        case QUOTE:
            if (c == '"') { quoted++; mode = QUOTED; }
            else if (c == ',') { fields++; mode = START; }
            else if (c == '\n') { fields++; rows++; mode = START; }
            else { errors++; mode = PLAIN; }
            break;
        }
    }
    assert(fields <= N && rows <= N);
    assert(quoted + errors <= 2 * N);
    return (int)rows;
}
