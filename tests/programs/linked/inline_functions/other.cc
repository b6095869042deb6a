// The other user of the header.
#include "shared.h"

namespace {
struct Square : Shape {
    explicit Square(int side) : side(side) {}
    int area() const override { return 10 * side; }
    int side;
};
} // namespace

Shape *make_other(int n) { return new Square(n); }
int use_other() { return counter() + square(3) + (shared_variable += 10); }
