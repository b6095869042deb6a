// A dense switch with fall-through, shared targets and a default in the middle.
#include <stdio.h>

static const char *name(int day) {
    switch (day) {
    case 0: return "sun";
    case 1: return "mon";
    case 2: return "tue";
    default: return "?";
    case 3: return "wed";
    case 4: return "thu";
    case 5: return "fri";
    case 6: return "sat";
    }
}

static int score(unsigned char c) {
    int s = 0;
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': s += 10; // falls through
    case 'y': s += 5; break;
    case '0': case '1': case '2': case '3': s = -1; break;
    case 255: s = 99;
    }
    return s;
}

int main(void) {
    for (int i = -1; i < 8; i++) printf("%s ", name(i));
    int total = 0;
    for (int c = 0; c < 256; c++) total += score((unsigned char)c) * (c & 7);
    printf("%d\n", total);
    return total & 127;
}
