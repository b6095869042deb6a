// One copy of each inline function, template and vtable is kept, and their static locals are shared.
#include "shared.h"
#include <cstdio>

struct Square : Shape {
    explicit Square(int side) : side(side) {}
    int area() const override { return square(side); }
    int side;
};

int main() {
    int first = counter();
    int other = use_other();
    int last = counter();
    Shape *shapes[] = {new Square(4), make_other(3), new Shape};
    int total = 0;
    for (Shape *s : shapes) {
        total = total * 100 + s->area();
        delete s;
    }
    shared_variable += 1;
    std::printf("%d %d %d %d %d %g\n", first, other, last, total, shared_variable, square(1.5));
    return 0;
}
