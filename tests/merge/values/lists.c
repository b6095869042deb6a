// A list whose links are joined: what is reached through two joined pointers, and a node that is taken out.
// run: --merge=region
// groups: 4 -- two choices
// verdict: proved
#include <assert.h>
#include <klee/klee.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1}, *head = &a;
    int x = klee_int("x"), y = klee_int("y");
    klee_open_merge();
    if (x > 0)
        head = head->next;
    if (y > 0)
        head->next = head->next->next;
    klee_close_merge();
    int sum = 0, count = 0;
    for (struct node *at = head; at; at = at->next) {
        sum += at->value;
        count++;
    }
    assert(count == 3 - (x > 0) - (y > 0));
    assert(sum == (x > 0 ? (y > 0 ? 2 : 5) : (y > 0 ? 4 : 6)));
    return 0;
}
