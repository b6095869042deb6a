// Static objects: constructors before main, function-local statics with guards, destructors after main, inline variables.
#include <cstdio>

struct Logger {
    explicit Logger(const char *name) : name(name) { std::printf("make %s\n", name); }
    ~Logger() { std::printf("drop %s\n", name); }
    int next() { return ++count; }
    const char *name;
    int count = 0;
};

static Logger first("first");
inline Logger shared("shared");
thread_local int per_thread = 3;

static Logger &local() {
    static Logger instance("local");
    return instance;
}

static int initial = first.next() + 10;
constexpr int squares[] = {0, 1, 4, 9};

int main() {
    std::printf("main %d %d\n", initial, per_thread += squares[3]);
    local().next();
    local().next();
    std::printf("%d %d\n", local().count, shared.next());
    return 0;
}
