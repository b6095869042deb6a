// Virtual calls: abstract bases, multiple inheritance with this-adjustment, virtual bases, virtual destructors.
#include <cstdio>

struct Shape {
    virtual ~Shape() { std::printf("~Shape "); }
    virtual int area() const = 0;
    virtual const char *name() const { return "shape"; }
};

struct Named {
    virtual ~Named() { std::printf("~Named "); }
    virtual int id() const { return 1; }
    int tag = 77;
};

struct Square : Shape, Named {
    explicit Square(int side) : side(side) {}
    ~Square() override { std::printf("~Square "); }
    int area() const override { return side * side; }
    int id() const override { return side + tag; }
    int side;
};

struct Cube final : Square {
    using Square::Square;
    int area() const override { return 6 * Square::area(); }
    const char *name() const override { return "cube"; }
};

struct Base { int value = 5; };
struct Left : virtual Base { virtual int left() { return value; } };
struct Right : virtual Base { virtual int right() { return value += 2; } };
struct Bottom : Left, Right { int left() override { return right() * 10; } };

int main() {
    Shape *shapes[] = {new Square(3), new Cube(2)};
    for (Shape *s : shapes) std::printf("%s %d ", s->name(), s->area());
    Named *named = new Cube(4);
    std::printf("%d\n", named->id());
    for (Shape *s : shapes) delete s;
    delete named;
    Bottom bottom;
    Left *left = &bottom;
    std::printf("\n%d %d\n", left->left(), static_cast<Right &>(bottom).value);
    return 0;
}
