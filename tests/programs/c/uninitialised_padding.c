// Bytes that are never written but may be copied: padding, half-filled structs, unions, arrays filled in part.
#include <stdio.h>
#include <string.h>

struct padded { char a; int b; char c; long d; };
struct maybe { int present; int value; };
union either { char small; double large; };

static struct padded make(int i) {
    struct padded p;
    p.a = (char)('a' + i);
    p.b = i * 2;
    p.c = (char)('z' - i);
    p.d = i;
    return p;
}

static struct maybe none(void) {
    struct maybe m;
    m.present = 0;
    return m;
}

int main(void) {
    struct padded all[3], copy[3];
    for (int i = 0; i < 3; i++) all[i] = make(i);
    memcpy(copy, all, sizeof all);
    for (int i = 0; i < 3; i++) printf("%c%d%c%ld ", copy[i].a, copy[i].b, copy[i].c, copy[i].d);
    struct maybe m = none(), n = m;
    union either e, f;
    e.small = 'e';
    f = e;
    char part[16];
    memcpy(part, "part", 5);
    char other[16];
    memcpy(other, part, sizeof other);
    printf("%d %d %c %s\n", n.present, n.present ? n.value : -1, f.small, other);
    return 0;
}
