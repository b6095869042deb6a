// Binary decision diagrams: a formula of N operations of any kind on any variables, against its truth table.
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 3
#endif
#define VARIABLES 3
#define ROWS (1 << VARIABLES)

// A node by its number; 0 and 1 are the constants.
typedef int diagram;
typedef int (*operation)(int, int);

struct node {
    int variable;
    diagram low, high;
};

static struct node nodes[64] = {{VARIABLES, 0, 0}, {VARIABLES, 1, 1}};
static int count = 2;

// The only node like that.
static diagram make(int variable, diagram low, diagram high) {
    if (low == high) return low;
    for (int i = 2; i < count; i++)
        if (nodes[i].variable == variable && nodes[i].low == low && nodes[i].high == high) return i;
    assert(count < (int)(sizeof nodes / sizeof *nodes));
    nodes[count] = (struct node){variable, low, high};
    return count++;
}

static diagram apply(operation op, diagram f, diagram g) {
    if (f < 2 && g < 2) return op(f, g);
    int left = nodes[f].variable, right = nodes[g].variable;
    int variable = left < right ? left : right;
    diagram f_low = f, f_high = f, g_low = g, g_high = g;
    if (left == variable) {
        f_low = nodes[f].low;
        f_high = nodes[f].high;
    }
    if (right == variable) {
        g_low = nodes[g].low;
        g_high = nodes[g].high;
    }
    diagram low = apply(op, f_low, g_low);
    return make(variable, low, apply(op, f_high, g_high));
}

static int holds(diagram f, unsigned row) {
    while (f > 1) f = row >> nodes[f].variable & 1 ? nodes[f].high : nodes[f].low;
    return f;
}

static int and(int a, int b) { return a & b; }
static int or(int a, int b) { return a | b; }
static int xor(int a, int b) { return a ^ b; }

static const struct {
    char name;
    operation apply;
} operations[] = {{'&', and}, {'|', or}, {'^', xor}};

static const struct {
    char name;
    int table;
} variables[VARIABLES] = {{'a', 0xaa}, {'b', 0xcc}, {'c', 0xf0}};

static operation find_operation(char name) {
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].name == name) return operations[i].apply;
    return 0;
}

static int find_variable(char name) {
    for (int i = 0; i < VARIABLES; i++)
        if (variables[i].name == name) return i;
    return -1;
}

int main(void) {
    struct {
        char operation, variable;
    } steps[N];
    diagram f = make(0, 0, 1);
    int table = variables[0].table;
    klee_make_symbolic(steps, sizeof steps, "steps");
    for (int i = 0; i < N; i++) {
        operation op = find_operation(steps[i].operation);
        int variable = find_variable(steps[i].variable);
        if (!op || variable < 0) continue;
        f = apply(op, f, make(variable, 0, 1));
        table = op(table, variables[variable].table);
    }
    for (unsigned row = 0; row < ROWS; row++) assert(holds(f, row) == (table >> row & 1));
    // Equal functions are one diagram.
    assert((f == 0) == (table == 0));
    assert((f == 1) == (table == (1 << ROWS) - 1));
    return 0;
}
