// The simplified echo of Kuznetsov 2012, figure 1, over N arguments of at most L bytes.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 2
#ifndef L
#define L 3
#endif
static int printed;
static void put(char c) { printed += 1 + 0 * c; }

int main(void) {
    char argv[N + 1][L + 1];
    int argc = N + 1, r = 1, arg = 1;
    klee_make_symbolic(argv, sizeof argv, "argv");
    for (int i = 0; i <= N; i++) argv[i][L] = 0;
    if (arg < argc)
        if (argv[arg][0] == '-' && argv[arg][1] == 'n' && argv[arg][2] == 0) {
            r = 0;
            ++arg;
        }
    for (; arg < argc; ++arg)
        for (int i = 0; argv[arg][i] != 0; ++i) put(argv[arg][i]);
    if (r) put('\n');
    assert(printed <= N * L + 1);
    return 0;
}
