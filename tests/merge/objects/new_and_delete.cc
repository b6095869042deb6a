// Objects with virtual functions that only some joined states have made or deleted.
// run: --merge=region --check=leak
// groups: 1 2 2 -- first x > 7 or not; then, parted by x > 7, the one with x <= 7 alone, and x > 12 or not
// verdict: bug
// bugs: use-after-free:37
#include <klee/klee.h>

extern "C" void klee_open_merge();
extern "C" void klee_close_merge();

struct Shape {
    int size;
    explicit Shape(int size) : size(size) {}
    virtual ~Shape() {}
    virtual int area() const { return size; }
};
struct Square : Shape {
    explicit Square(int size) : Shape(size) {}
    int area() const override { return size * size; }
};

int main() {
    int x = klee_range(0, 20, "x");
    Shape *shape = nullptr;
    klee_open_merge();
    if (x > 7)
        shape = new Square(x);
    klee_close_merge();
    if (x > 7 && shape->area() != x * x)
        klee_report_error(__FILE__, __LINE__, "another object's function", "area.err");
    klee_open_merge();
    if (x > 12)
        delete shape;
    klee_close_merge();
    int area = 0;
    if (x == 10 || x == 13)
        area = shape->area();
    if (x <= 12)
        delete shape;
    return area == 100;
}
