// A compiler of PL/0 with words of one letter: N characters of source, code for a stack machine, whose jumps and stack are checked.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 4
#endif

// c x = 1; v y; p q; block; statements: y : 1 + x, k q, b statement; statement e, i condition t statement, w condition d statement.
enum code { PUSH, LOAD, STORE, ADD, SUBTRACT, MULTIPLY, LESS, EQUAL, JUMP, JUMP_IF_ZERO, CALL, RETURN };

struct instruction {
    enum code code;
    int operand;
};

struct symbol {
    char name, kind;
    int value;
};

static struct instruction program[4 * N + 4];
static struct symbol symbols[N + 1];
static int length, known, wrong;
static const char *next;

static int emit(enum code code, int operand) {
    program[length] = (struct instruction){code, operand};
    return length++;
}

static int accept(char c) {
    if (wrong || *next != c) return 0;
    next++;
    return 1;
}

static void expect(char c) {
    if (!accept(c)) wrong = 1;
}

static char name(void) {
    if (*next < 'x' || *next > 'z') wrong = 1;
    return wrong ? 0 : *next++;
}

static int digit(void) {
    if (*next < '0' || *next > '9') wrong = 1;
    return wrong ? 0 : *next++ - '0';
}

static void declare(char name, char kind, int value) {
    if (!wrong) symbols[known++] = (struct symbol){name, kind, value};
}

static const struct symbol *look_up(char name) {
    for (int i = known; i-- > 0;)
        if (symbols[i].name == name) return &symbols[i];
    wrong = 1;
    return 0;
}

static void sum(void);

static void factor(void) {
    if (accept('(')) {
        sum();
        expect(')');
    } else if (*next >= 'x' && *next <= 'z') {
        const struct symbol *symbol = look_up(name());
        if (wrong || symbol->kind == 'p') wrong = 1;
        else emit(symbol->kind == 'c' ? PUSH : LOAD, symbol->value);
    } else emit(PUSH, digit());
}

static void product(void) {
    factor();
    while (accept('*')) {
        factor();
        emit(MULTIPLY, 0);
    }
}

static void sum(void) {
    product();
    for (;;) {
        enum code code = accept('+') ? ADD : accept('-') ? SUBTRACT : PUSH;
        if (code == PUSH) return;
        product();
        emit(code, 0);
    }
}

static int condition(void) {
    sum();
    enum code code = accept('<') ? LESS : EQUAL;
    if (code == EQUAL) expect('=');
    sum();
    emit(code, 0);
    return emit(JUMP_IF_ZERO, -1);
}

static void statement(void) {
    if (*next >= 'x' && *next <= 'z') {
        const struct symbol *symbol = look_up(name());
        expect(':');
        sum();
        if (wrong || symbol->kind != 'v') wrong = 1;
        else emit(STORE, symbol->value);
    } else if (accept('k')) {
        const struct symbol *symbol = look_up(name());
        if (wrong || symbol->kind != 'p') wrong = 1;
        else emit(CALL, symbol->value);
    } else if (accept('b')) {
        do statement();
        while (accept(';'));
        expect('e');
    } else if (accept('i')) {
        int leave = condition();
        expect('t');
        statement();
        program[leave].operand = length;
    } else if (accept('w')) {
        int again = length, leave = condition();
        expect('d');
        statement();
        emit(JUMP, again);
        program[leave].operand = length;
    }
}

static void block(void) {
    int outer = known, variables = 0;
    while (accept('c')) {
        char c = name();
        expect('=');
        declare(c, 'c', digit());
        expect(';');
    }
    while (accept('v')) {
        declare(name(), 'v', variables++);
        expect(';');
    }
    while (accept('p')) {
        declare(name(), 'p', length + 1);
        expect(';');
        int over = emit(JUMP, -1);
        block();
        expect(';');
        program[over].operand = length;
    }
    statement();
    emit(RETURN, 0);
    known = outer;
}

int main(void) {
    static const signed char effect[] = {1, 1, -1, -1, -1, -1, -1, -1, 0, -1, 0, 0};
    char text[N + 1];
    int depth = 0;
    klee_make_symbolic(text, sizeof text, "text");
    text[N] = 0;
    next = text;
    block();
    expect('.');
    assert(next <= text + N && known >= 0);
    if (wrong || *next) return 1;
    for (int i = 0; i < length; i++) {
        depth += effect[program[i].code];
        assert(depth >= 0);
        if (program[i].code >= JUMP) assert(program[i].operand >= 0 && program[i].operand < length);
    }
    assert(depth == 0 && program[length - 1].code == RETURN);
    return 0;
}
