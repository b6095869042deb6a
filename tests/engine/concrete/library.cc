// Algorithms, random numbers, locks, virtual bases and mathematical functions of C++'s library, on streams and by printf.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

struct Base {
    virtual std::string id() const { return "base"; }
    virtual ~Base() { std::cout << "~Base "; }
};
struct Left : virtual Base {
    std::string id() const override { return "left"; }
};
struct Right : virtual Base {
    int number = 4;
};
struct Both : Left, Right {
    ~Both() override { std::cout << "~Both" << number << ' '; }
};

static void locks() {
    static std::mutex mutex;
    static std::recursive_mutex again;
    static std::once_flag once;
    static std::atomic<int> count{0};
    std::lock_guard<std::mutex> guard(mutex);
    std::unique_lock<std::recursive_mutex> first(again), second(again);
    for (int i = 0; i < 3; i++)
        std::call_once(once, [] { count += 5; });
    std::cout << count.load() << first.owns_lock() << second.owns_lock() << mutex.try_lock() << '\n';
}

static void show(const std::vector<int> &values) {
    std::copy(values.begin(), values.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << '\n';
}

static void algorithms() {
    std::mt19937 random(42);
    std::uniform_int_distribution<int> die(1, 6);
    std::vector<int> values(20);
    std::generate(values.begin(), values.end(), [&] { return die(random); });
    show(values);
    std::iota(values.begin(), values.end(), -5);
    std::shuffle(values.begin(), values.end(), random);
    std::partial_sort(values.begin(), values.begin() + 5, values.end());
    show(values);
    std::stable_sort(values.begin(), values.end(), [](int a, int b) { return std::abs(a) < std::abs(b); });
    std::rotate(values.begin(), values.begin() + 2, values.end());
    std::next_permutation(values.begin(), values.begin() + 3);
    show(values);
    auto ends = std::minmax_element(values.begin(), values.end());
    std::cout << *ends.first << *ends.second << ' ' << std::accumulate(values.begin(), values.end(), 0L) << '\n';
    std::list<int> list{3, 1, 2};
    list.sort();
    list.reverse();
    list.remove_if([](int n) { return n == 2; });
    std::set<std::tuple<int, std::string>> set{std::make_tuple(2, "b"), std::make_tuple(1, "z"), std::make_tuple(1, "a")};
    for (const auto &entry : set)
        std::cout << std::get<0>(entry) << std::get<1>(entry) << ' ';
    std::unordered_multiset<std::string> words{"a", "b", "a"};
    std::cout << list.front() << words.count("a") << words.size() << words.bucket_count() << '\n';
}

static void mathematics() {
    std::cout << std::setprecision(17);
    for (double x : {0.5, 2.0, -2.5, 1e10, 3.7}) {
        std::cout << std::sqrt(std::fabs(x)) << ' ' << std::floor(x) << ' ' << std::ceil(x) << ' ' << std::round(x) << ' ' << std::trunc(x) << ' ';
        std::cout << std::exp(x / 1e9) << ' ' << std::log(x * x) << ' ' << std::sin(x) << ' ' << std::cos(x) << ' ' << std::pow(x, 3) << ' ';
        std::cout << std::fmin(x, 1) << ' ' << std::fmax(x, 1) << ' ' << std::lround(x) << ' ' << std::sqrt(2.0f) << ' ' << std::log2(8.0) << '\n';
    }
}

int main() {
    locks();
    algorithms();
    mathematics();
    std::unique_ptr<Base> object(new Both);
    std::cout << object->id() << ' ';
    object.reset();
    std::printf("%d %s\n", 3, "mixed");
    std::cout << "with streams" << std::endl;
    return 0;
}
