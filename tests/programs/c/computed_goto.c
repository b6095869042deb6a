// Computed goto: a threaded bytecode machine, and label differences in a static table.
#include <stdio.h>

static long run(const unsigned char *code) {
    static const void *const targets[] = {&&halt, &&push, &&add, &&mul, &&dup, &&jump_if_less, &&swap};
    long stack[16], *sp = stack;
    const unsigned char *pc = code;
#define NEXT goto *targets[*pc++]
    NEXT;
push:
    *sp++ = *pc++;
    NEXT;
add:
    sp--, sp[-1] += sp[0];
    NEXT;
mul:
    sp--, sp[-1] *= sp[0];
    NEXT;
dup:
    *sp = sp[-1], sp++;
    NEXT;
jump_if_less:
    pc = sp[-1] < pc[0] ? code + pc[1] : pc + 2;
    NEXT;
swap: {
    long t = sp[-1];
    sp[-1] = sp[-2], sp[-2] = t;
    NEXT;
}
halt:
    return sp[-1];
}

static int relative(int which) {
    static const int offsets[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + offsets[which]);
a:
    return 1;
b:
    return 2;
c:
    return 3;
}

int main(void) {
    const unsigned char program[] = {1, 2, 4, 3, 1, 5, 2, 5, 200, 2, 0};
    printf("%ld %d %d %d\n", run(program), relative(0), relative(1), relative(2));
    return 0;
}
