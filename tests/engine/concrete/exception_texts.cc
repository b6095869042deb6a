// What the library's exceptions say and are, exceptions that are kept and thrown again, and exceptions in exceptions.
#include <array>
#include <bitset>
#include <deque>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <vector>

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};

template <class F> static void attempt(const char *name, F action) {
    try {
        action();
        std::cout << name << " is fine\n";
    } catch (const std::exception &e) {
        std::cout << name << ": " << e.what() << " (" << typeid(e).name() << ")\n";
    } catch (...) {
        std::cout << name << ": something else\n";
    }
}

static void containers(size_t i) {
    std::vector<int> vector(3);
    std::deque<int> deque(2);
    std::array<int, 2> array{};
    std::map<int, int> map;
    std::unordered_map<std::string, int> table;
    std::bitset<4> bits;
    attempt("vector", [&] { vector.at(i) = 1; });
    attempt("deque", [&] { deque.at(i) = 1; });
    attempt("array", [&] { array.at(i) = 1; });
    attempt("map", [&] { map.at(3); });
    attempt("table", [&] { table.at("x"); });
    attempt("bits", [&] { bits.set(i); });
    attempt("reserve", [&] { vector.reserve((size_t)-1); });
}

static void strings(size_t i) {
    std::string text("abc");
    attempt("at", [&] { text.at(i); });
    attempt("substr", [&] { text.substr(i); });
    attempt("erase", [&] { text.erase(i); });
    attempt("insert", [&] { text.insert(i, "x"); });
    attempt("replace", [&] { text.replace(i, 1, "x"); });
    attempt("compare", [&] { text.compare(i, 1, "x"); });
    attempt("length", [&] { std::string(~(size_t)0, 'a'); });
    attempt("stoi", [&] { std::stoi("no number"); });
    attempt("stoi of much", [&] { std::stoi("99999999999999"); });
    attempt("stod", [&] { std::cout << std::stod("2.5e3x") << ' ' << std::stol("0x1f", nullptr, 16) << ' '; });
}

static void others() {
    attempt("weak", [&] {
        std::weak_ptr<int> weak;
        {
            auto shared = std::make_shared<int>(1);
            weak = shared;
        }
        std::shared_ptr<int> again(weak);
    });
    attempt("cast", [&] {
        Base base;
        (void)dynamic_cast<Derived &>(base);
    });
    attempt("function", [&] { std::function<int()>()(); });
    attempt("number", [] { throw 3; });
    attempt("own text", [] { throw std::domain_error(std::string("dom") + "ain"); });
}

static void report(const std::exception &e, int depth) {
    std::cout << depth << ' ' << e.what() << '\n';
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        report(inner, depth + 1);
    }
}

struct Loud : std::runtime_error {
    using std::runtime_error::runtime_error;
    ~Loud() { std::cout << "end of " << what() << '\n'; }
};

static void kept() {
    std::exception_ptr pointer, copy;
    try {
        throw Loud("kept");
    } catch (...) {
        pointer = std::current_exception();
    }
    copy = pointer;
    for (int i = 0; i < 2; i++)
        attempt("again", [&] { std::rethrow_exception(copy); });
    pointer = nullptr;
    std::cout << "one holder left\n";
    copy = nullptr;
    copy = std::make_exception_ptr(std::logic_error("made"));
    attempt("made", [&] { std::rethrow_exception(copy); });
}

int main() {
    containers(10);
    strings(10);
    others();
    try {
        try {
            std::vector<int>(2).at(7);
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (const std::exception &e) {
        report(e, 0);
    }
    kept();
    return 0;
}
