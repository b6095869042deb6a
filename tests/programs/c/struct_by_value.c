// Structs by value of every ABI class: in one register, in two, in float registers, in memory (byval, sret).
#include <stdio.h>

struct tiny { char a, b; };
struct pair { int x; long y; };
struct mixed { double d; int i; };
struct floats { float a, b, c; };
struct big { int v[10]; };
struct odd { char c[3]; };
struct nested { struct tiny t; struct pair p; };

static struct tiny swap(struct tiny t) { return (struct tiny){t.b, t.a}; }
static struct pair step(struct pair p, int by) { return (struct pair){p.x + by, p.y * by}; }
static struct mixed blend(struct mixed m, struct floats f) { return (struct mixed){m.d + (double)f.a * (double)f.b, m.i + (int)f.c}; }
static struct floats half(struct floats f) { return (struct floats){f.a / 2, f.b / 2, f.c / 2}; }
static struct big reverse(struct big b) {
    struct big r;
    for (int i = 0; i < 10; i++) r.v[i] = b.v[9 - i];
    b.v[0] = -1;
    return r;
}
static struct odd next(struct odd o) {
    o.c[0]++, o.c[1] += 2, o.c[2] += 3;
    return o;
}
static struct nested wrap(struct tiny t, struct pair p) { return (struct nested){t, p}; }
static int many(int a, struct big b, int c, struct pair p, int d, struct pair q, int e) {
    return a + b.v[3] + c + p.x + d + (int)q.y + e;
}

int main(void) {
    struct tiny t = swap((struct tiny){'x', 'y'});
    struct pair p = step((struct pair){3, 1L << 40}, 5);
    struct mixed m = blend((struct mixed){1.5, 2}, half((struct floats){3, 4, 5}));
    struct big b = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, r = reverse(b);
    struct odd o = next((struct odd){"abc"});
    struct nested n = wrap(t, p);
    printf("%c%c %d %ld %.3f %d %d %d %d %.3s\n", t.a, t.b, p.x, p.y, m.d, m.i, b.v[0], r.v[0], r.v[9], o.c);
    printf("%c %ld %d\n", n.t.a, n.p.y, many(1, r, 2, p, 3, n.p, 4));
    return 0;
}
