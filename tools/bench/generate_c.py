#!/usr/bin/env python3
"""Writes a C program of any size with all that compilers turn into bitcode: the module that the reader is measured on.

    generate_c.py [FUNCTIONS] [SEED] > big.c

The program is made of small functions over integers, arrays, structs, pointers, floats, strings, switches, loops and
calls (direct and through tables), in random order from a fixed seed: the same arguments give the same program. At -O0
one function is about 120 instructions. The program is for reading, not for running.
"""
import random
import sys

HEAD = """typedef struct { int id; unsigned flags; long total; double weight; char name[16]; } record;
typedef int (*action)(record *, int);
static record table[64];
static unsigned char bytes[256];
static const unsigned crc[16] = {0u, 498536548u, 997073096u, 651767980u, 1994146192u, 1802195444u, 1303535960u, 1342533948u,
    3988292384u, 4027552580u, 3604390888u, 3412177804u, 2607071920u, 2262029012u, 2765210733u, 3263744690u};
extern int puts(const char *);
extern void *memset(void *, int, unsigned long);
"""


class Writer:
    """Writes one function after the other; each may call those before it."""

    def __init__(self, functions, seed):
        self.functions, self.random = functions, random.Random(seed)

    def program(self):
        bodies = "".join(self.function(number) for number in range(self.functions))
        names = ", ".join(f"f{number}" for number in range(0, self.functions, max(1, self.functions // 32)))
        return HEAD + bodies + f"""
static const action actions[] = {{ {names} }};
int main(int argc, char **argv) {{
    int sum = 0;
    (void)argv;
    memset(bytes, argc, sizeof bytes);
    for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++) sum += actions[i](&table[i % 64], argc);
    return puts("done") < 0 ? 1 : sum & 127;
}}
"""

    def function(self, number):
        pieces = [self.loop, self.switch, self.record, self.hash, self.branches, self.floats, self.call]
        chosen = self.random.sample(pieces, 3)
        body = "".join("    " + piece(number) + "\n" for piece in chosen)
        return f"int f{number}(record *r, int x) {{\n    int y = x + {self.small()};\n    (void)r;\n    unsigned h = {self.small()}u;\n{body}" \
               "    return y ^ (int)h;\n}\n"

    def small(self):
        return self.random.randrange(1, 100)

    def loop(self, _):
        return f"for (int i = 0; i < {self.small()}; i++) {{ int t = bytes[(i + y) & 255]; if (t == {self.small()}) break; " \
               f"y += t * {self.small()}; if (y & {self.small()}) continue; h = h * 31u + (unsigned)t; }}"

    def switch(self, _):
        cases = " ".join(f"case {value}: y {self.random.choice('+-^|&')}= {self.small()}; break;"
                         for value in sorted(self.random.sample(range(40), 6)))
        return f"switch (x & 31) {{ {cases} default: h ^= {self.small()}u; }}"

    def record(self, _):
        return f"if (r && r->id > {self.small()}) {{ r->total += y; r->flags |= 1u << (y & 31); r->name[y & 15] = (char)('a' + (x & 15)); " \
               f"y = (int)(r->total >> {self.random.randrange(1, 8)}); }}"

    def hash(self, _):
        return f"do {{ h = crc[(h ^ bytes[h & 255]) & 15] ^ (h >> 4); x -= {self.small()}; }} while (x > {self.small()});"

    def branches(self, _):
        low, high = sorted((self.small(), self.small()))
        return f"if ((y > {low} && x < {high}) || (h & {self.small()}u)) {{ short s = (short)y; y = s < 0 ? -s : s + {self.small()}; }} " \
               f"else if (y == {self.small()}) {{ unsigned long long w = (unsigned long long)h << 7; h = (unsigned)(w % {self.small()}u); }}"

    def floats(self, _):
        return f"{{ double d = r ? r->weight : {self.small()}.5; float g = (float)(d * {self.small()}.25); if (g > {self.small()}.0f) y = (int)d & 1023; " \
               "if (r) r->weight = d / (g + 1.0f); }"

    def call(self, number):
        if number == 0:
            return self.hash(number)
        callee = self.random.randrange(max(0, number - 50), number)
        return f"if (x > {self.small()}) y += f{callee}(r ? r : &table[y & 63], x - {self.small()});"


def main():
    functions = int(sys.argv[1]) if len(sys.argv) > 1 else 850
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.stdout.write(Writer(functions, seed).program())


if __name__ == "__main__":
    main()
