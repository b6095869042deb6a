// fault: a branch depends on undefined bits
struct pair { int a, b; };

static struct pair half(int a) {
    struct pair p;
    p.a = a;
    return p;
}

int main(void) {
    struct pair p = half(3);
    if (p.a == 3 && p.b == 4) // here
        return 1;
    return 0;
}
