// A compiler from arithmetic to code for a stack machine, and the machine.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, LESS, EQUAL, JUMP_IF_ZERO, JUMP, PRINT, HALT };
struct instruction {
    enum op op;
    int operand;
};

static struct instruction code[500];
static int size;
static const char *at;

static int emit(enum op op, int operand) {
    code[size].op = op;
    code[size].operand = operand;
    return size++;
}

static void space(void) {
    while (isspace((unsigned char)*at))
        at++;
}

static int accept(const char *word) {
    space();
    size_t n = strlen(word);
    if (strncmp(at, word, n) || (isalpha((unsigned char)word[0]) && isalnum((unsigned char)at[n])))
        return 0;
    at += n;
    return 1;
}

static void expression(void);

static void factor(void) {
    space();
    if (accept("(")) {
        expression();
        accept(")");
    } else if (isdigit((unsigned char)*at)) {
        char *end;
        emit(PUSH, (int)strtol(at, &end, 10));
        at = end;
    } else
        emit(LOAD, *at++ - 'a');
}

static void term(void) {
    factor();
    for (;;) {
        if (accept("*"))
            factor(), emit(MUL, 0);
        else if (accept("/"))
            factor(), emit(DIV, 0);
        else if (accept("%"))
            factor(), emit(MOD, 0);
        else
            return;
    }
}

static void sum(void) {
    term();
    for (;;) {
        if (accept("+"))
            term(), emit(ADD, 0);
        else if (accept("-"))
            term(), emit(SUB, 0);
        else
            return;
    }
}

static void expression(void) {
    sum();
    if (accept("<"))
        sum(), emit(LESS, 0);
    else if (accept("="))
        sum(), emit(EQUAL, 0);
}

static void statement(void) {
    if (accept("{")) {
        while (!accept("}"))
            statement();
    } else if (accept("while")) {
        int start = size;
        expression();
        int out = emit(JUMP_IF_ZERO, 0);
        statement();
        emit(JUMP, start);
        code[out].operand = size;
    } else if (accept("if")) {
        expression();
        int out = emit(JUMP_IF_ZERO, 0);
        statement();
        code[out].operand = size;
    } else if (accept("print")) {
        expression();
        emit(PRINT, 0);
        accept(";");
    } else {
        space();
        int variable = *at++ - 'a';
        accept(":=");
        expression();
        emit(STORE, variable);
        accept(";");
    }
}

static long run(void) {
    int stack[64], sp = 0, variables[26] = {0}, pc = 0;
    long steps = 0;
    for (;; steps++) {
        struct instruction i = code[pc++];
        int right = sp > 0 ? stack[sp - 1] : 0, left = sp > 1 ? stack[sp - 2] : 0;
        switch (i.op) {
        case PUSH: stack[sp++] = i.operand; break;
        case LOAD: stack[sp++] = variables[i.operand]; break;
        case STORE: variables[i.operand] = stack[--sp]; break;
        case ADD: stack[--sp - 1] = left + right; break;
        case SUB: stack[--sp - 1] = left - right; break;
        case MUL: stack[--sp - 1] = left * right; break;
        case DIV: stack[--sp - 1] = left / right; break;
        case MOD: stack[--sp - 1] = left % right; break;
        case LESS: stack[--sp - 1] = left < right; break;
        case EQUAL: stack[--sp - 1] = left == right; break;
        case JUMP_IF_ZERO: if (!stack[--sp]) pc = i.operand; break;
        case JUMP: pc = i.operand; break;
        case PRINT: printf("%d ", stack[--sp]); break;
        case HALT: return steps;
        }
    }
}

int main(void) {
    static const char *programs[] = {
        "{ a := 0; b := 1; while a < 1000 { print a; c := a + b; a := b; b := c; } }",
        "{ n := 2; while n < 60 { d := 2; p := 1; while d * d < n + 1 { if n % d = 0 p := 0; d := d + 1; } if p print n; n := n + 1; } }",
        "{ a := 1071; b := 462; while 0 < b { r := a % b; a := b; b := r; } print a; print (1 + 2) * (3 + 4) - 10 / 3; }",
    };
    for (int i = 0; i < 3; i++) {
        at = programs[i];
        size = 0;
        statement();
        emit(HALT, 0);
        long steps = run();
        printf("| %d instructions, %ld steps\n", size, steps);
    }
    return 0;
}
