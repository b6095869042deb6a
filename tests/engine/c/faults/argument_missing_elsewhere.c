// A missing argument is a fault on the paths that use it, at the call, and on no other; so is a result that is not given.
// override(O1): bugs any because the optimiser chooses a value for what is missing
#include "klee/klee.h"

int pick();
void nothing();

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    if (k < 50)
        return pick(0); //~ reached
    int (*call)() = (int (*)())nothing;
    int result = call(k); //~ bug: bad-call
    if (k > 200)
        return result;
    if (k > 150)
        return 7; //~ reached
    if (pick(k > 100) == 3) //~ bug: bad-call
        return 8; //~ reached
    return 0;
}

int pick(how, value)
int how, value;
{
    if (how)
        return value;
    return 3;
}

void nothing(k)
int k;
{
    if (k == 300)
        klee_warning("never"); //~ dead
}
