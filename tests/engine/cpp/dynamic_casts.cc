// Casts along a class hierarchy at run time: down, across, to what it is not, by reference.
#include <klee/klee.h>
#include <typeinfo>

struct Shape {
    virtual ~Shape() {}
};
struct Named {
    virtual ~Named() {}
    int name = 3;
};
struct Circle : Shape, Named {
    int radius = 4;
};
struct Square : Shape {
    int side = 5;
};

int main() {
    bool round;
    klee_make_symbolic(&round, sizeof round, "round");
    klee_assume(round == 0 || round == 1);
    Circle circle;
    Square square;
    Shape *shape = round ? static_cast<Shape *>(&circle) : &square;
    if (Circle *found = dynamic_cast<Circle *>(shape))
        return found->radius + dynamic_cast<Named *>(shape)->name; //~ reached
    if (dynamic_cast<Named *>(shape))
        return 100; //~ dead
    try {
        return dynamic_cast<Circle &>(*shape).radius; //~ reached
    } catch (const std::bad_cast &) {
        return dynamic_cast<Square &>(*shape).side; //~ reached
    }
}
