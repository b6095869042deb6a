// The order of destructors of static and thread-local objects, handlers and functions with the attribute.
#include <cstdio>
#include <cstdlib>
#include <iostream>

struct Noisy {
    const char *name;
    explicit Noisy(const char *n) : name(n) { std::printf("make %s\n", name); }
    ~Noisy() { std::printf("end %s\n", name); }
};

static Noisy global("global");
thread_local Noisy of_thread("thread");
__attribute__((init_priority(200))) static Noisy early("early");
__attribute__((destructor)) static void last() { std::cout << "destructor" << std::endl; }
static void handler() { std::cout << "handler\n"; }

static void local() {
    static Noisy lazy("lazy");
    std::atexit(handler);
    static Noisy after("after");
}

int main() {
    of_thread.name = "thread, used";
    local();
    std::cout << "main\n";
    std::exit(0);
}
