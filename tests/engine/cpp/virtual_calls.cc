// Virtual calls through a base pointer that the input chooses.
// paths: 3 -- square, rectangle, circle
#include <assert.h>
#include <klee/klee.h>

struct Shape {
    virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; } //~ reached
};
struct Rectangle : Shape {
    int width, height;
    Rectangle(int w, int h) : width(w), height(h) {}
    int area() const override { return width * height; } //~ reached
};
struct Circle : Shape {
    int radius;
    explicit Circle(int r) : radius(r) {}
    int area() const override { return 3 * radius * radius; } //~ reached
};

int main() {
    Square square(4);
    Rectangle rectangle(2, 5);
    Circle circle(3);
    int kind = klee_range(0, 3, "kind");
    const Shape *shape = &circle;
    if (kind == 0)
        shape = &square;
    if (kind == 1)
        shape = &rectangle;
    int area = shape->area();
    assert(area == 16 || area == 10 || area == 27);
    return area;
}
