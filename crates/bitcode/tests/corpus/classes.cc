// Classes, virtual calls, templates, exceptions, lambdas, static initialisers, thread-locals, comdats.
#include <stdexcept>
#include <string>
#include <vector>
#include <map>
#include <memory>

namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual int kind() const noexcept { return 0; }
};
struct Named { std::string name; virtual const std::string &label() const { return name; } virtual ~Named() {} };
struct Square final : Shape, virtual Named {
  double side;
  explicit Square(double s) : side(s) { if (s < 0) throw std::invalid_argument("negative"); name = "square"; }
  double area() const override { return side * side; }
};
template <typename T> struct Stack {
  std::vector<T> items;
  void push(T item) { items.push_back(std::move(item)); }
  T pop() { if (items.empty()) throw std::out_of_range("empty"); T t = std::move(items.back()); items.pop_back(); return t; }
};
inline int shared_counter() { static int counter = 0; return ++counter; }
thread_local std::string per_thread = "start";
std::map<std::string, int> registry{{"a", 1}, {"b", 2}};
static Square unit(1.0);
}

struct Guard { int &depth; Guard(int &d) : depth(d) { ++depth; } ~Guard() { --depth; } };

int guarded(int depth, int limit) {
  Guard g(depth);
  try {
    if (depth > limit) throw depth;
    if (depth == limit) throw std::runtime_error("limit");
    return guarded(depth, limit);
  } catch (int value) {
    return value;
  } catch (const std::exception &e) {
    return static_cast<int>(std::string(e.what()).size());
  } catch (...) {
    throw;
  }
}
int no_throw(int x) noexcept { return guarded(x, 3); }
int closures(std::vector<int> &data, int add) {
  auto f = [&data, add](int x) { data.push_back(x + add); return data.size(); };
  shapes::Stack<std::unique_ptr<shapes::Shape>> stack;
  stack.push(std::make_unique<shapes::Square>(2.0));
  auto shape = stack.pop();
  int (shapes::Shape::*member)() const noexcept = &shapes::Shape::kind;
  return static_cast<int>(f(1) + f(2)) + (shape.get()->*member)() + shapes::shared_counter()
       + static_cast<int>(shape->area()) + shapes::registry["a"] + (dynamic_cast<shapes::Square *>(shape.get()) != nullptr);
}
int filter(int x) { for (auto &[k, v] : shapes::registry) x += v + static_cast<int>(k.size()); return x; }
int main() { std::vector<int> v; return closures(v, 2) + no_throw(1) + filter(0) + shapes::per_thread[0]; }
