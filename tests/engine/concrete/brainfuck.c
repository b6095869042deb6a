// An interpreter of brainfuck with a table of jumps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *jumps(const char *program) {
    size_t n = strlen(program);
    int *table = calloc(n + 1, sizeof *table), *stack = malloc((n + 1) * sizeof *stack), depth = 0;
    for (size_t i = 0; i < n; i++) {
        if (program[i] == '[')
            stack[depth++] = (int)i;
        if (program[i] == ']') {
            table[i] = stack[--depth];
            table[stack[depth]] = (int)i;
        }
    }
    free(stack);
    return table;
}

static long run(const char *program, const char *input) {
    unsigned char tape[300] = {0}, *cell = tape;
    int *table = jumps(program);
    long steps = 0;
    for (int pc = 0; program[pc]; pc++, steps++) {
        switch (program[pc]) {
        case '>': cell++; break;
        case '<': cell--; break;
        case '+': ++*cell; break;
        case '-': --*cell; break;
        case '.': putchar(*cell); break;
        case ',': *cell = (unsigned char)(*input ? *input++ : 0); break;
        case '[': if (!*cell) pc = table[pc]; break;
        case ']': if (*cell) pc = table[pc]; break;
        }
    }
    free(table);
    return steps;
}

int main(void) {
    long steps = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", "");
    printf("%ld steps\n", steps);
    steps = run(",[.,]", "echo\n");
    printf("%ld steps\n", steps);
    steps = run(">,[>,]<[.<]", "reversed");
    printf("\n%ld steps\n", steps);
    steps = run("++++[>+++++<-]>[<+++++>-]+<+[>[>+>+<<-]++>>[<<+>>-]>>>[-]++>[-]+>>>+[[-]++++++>>>]<<<[[<++++++++<++>>-]+<.<[>----<-]<]<<[>>>>>[>>>[-]+++++++++<[>-<-]+++++++++>[-[<->-]+[<<<]]<[>+<-]>]<<-]<<-]", "");
    printf("%ld steps\n", steps);
    return 0;
}
