// Numbers, texts and addresses on streams, in every format that flags, width, filling and precision give.
#include <climits>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

static unsigned long seed = 12345;

static unsigned long next() {
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    return seed >> 33 ^ seed << 17;
}

static void choose_format(std::ostream &out) {
    static const std::ios_base::fmtflags bases[] = {std::ios::dec, std::ios::hex, std::ios::oct, {}};
    static const std::ios_base::fmtflags sides[] = {std::ios::left, std::ios::right, std::ios::internal, {}};
    static const std::ios_base::fmtflags styles[] = {std::ios::fixed, std::ios::scientific, {}, std::ios::fixed | std::ios::scientific};
    unsigned long n = next();
    out.setf(bases[n % 4], std::ios::basefield);
    out.setf(sides[n / 4 % 4], std::ios::adjustfield);
    out.setf(styles[n / 16 % 4], std::ios::floatfield);
    n = next();
    out << (n & 1 ? std::showbase : std::noshowbase) << (n & 2 ? std::showpos : std::noshowpos);
    out << (n & 4 ? std::uppercase : std::nouppercase) << (n & 8 ? std::boolalpha : std::noboolalpha);
    out << (n & 16 ? std::showpoint : std::noshowpoint) << std::setfill("*_ 0"[n / 32 % 4]) << std::setprecision(int(n / 128 % 9));
}

template <class T> static void show(std::ostream &out, T value) {
    out << '[' << std::setw(int(next() % 14)) << value << "] ";
}

static void integers(std::ostream &out) {
    unsigned long n = next() >> next() % 64;
    show(out, (short)n);
    show(out, (unsigned short)n);
    show(out, (int)n);
    show(out, (unsigned)n);
    show(out, (long)n);
    show(out, n);
    show(out, -(long long)n);
    show(out, (unsigned long long)n);
    show(out, n % 2 == 0);
    show(out, reinterpret_cast<const void *>(n));
    out << '\n';
}

static void reals(std::ostream &out) {
    double n = (double)(long)next() / (double)(1UL << next() % 63);
    show(out, n);
    show(out, (float)n);
    show(out, (long double)n / 3);
    show(out, n > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
    show(out, n * 1e200);
    show(out, 0.0);
    out << '\n';
}

static void texts(std::ostream &out) {
    show(out, "text");
    show(out, std::string("a string that is longer than what it holds itself"));
    show(out, std::string());
    show(out, 'c');
    show(out, (unsigned char)'u');
    show(out, (signed char)'s');
    out << (const unsigned char *)"unsigned" << '\n';
}

static void limits() {
    std::cout << INT_MIN << ' ' << INT_MAX << ' ' << UINT_MAX << ' ' << LONG_MIN << ' ' << LONG_MAX << ' ' << ULONG_MAX << '\n';
    std::cout << std::hex << INT_MIN << ' ' << -1 << ' ' << (short)-1 << ' ' << LONG_MIN << ' ' << std::showbase << 0 << ' ' << 255 << '\n';
    std::cout << std::oct << INT_MIN << ' ' << 8 << ' ' << std::dec << std::noshowbase << 8 << std::endl;
    std::cout << 1e-300 << ' ' << 1e300 << ' ' << 0.1 << ' ' << 100000.0 << ' ' << 1000000.0 << ' ' << 1234567.0 << ' ' << -0.0 << '\n';
    std::cout << std::fixed << 1e100 << ' ' << std::setprecision(150) << 1.0 / 3 << '\n';
    std::cout.unsetf(std::ios::floatfield);
    std::cout.precision(6);
}

static void members() {
    std::cout.put('p').put('\n').write("written text", 7) << std::flush << std::ends << std::endl;
    std::cout.width(8);
    std::cout.fill('.');
    std::cout << 42 << 42 << ' ' << std::cout.width() << ' ' << std::cout.fill() << ' ' << std::cout.precision() << '\n';
    std::cout << std::setw(6) << std::left << 7 << std::setw(6) << std::right << 7 << std::setw(6) << std::internal << -7 << '\n';
    std::cout << std::setbase(16) << 255 << std::setbase(8) << 255 << std::setbase(10) << 255 << std::setbase(7) << 255 << '\n';
    std::cout << std::setiosflags(std::ios::showpos) << 5 << std::resetiosflags(std::ios::showpos) << 5 << '\n';
    std::cout << std::quoted("say \"so\"") << '\n';
    std::cout << std::cout.good() << std::cout.fail() << bool(std::cout) << !std::cout << std::cout.eof() << '\n';
    std::cout << (const char *)nullptr << "lost";
    bool failed = !std::cout;
    std::cout.clear();
    std::cout << failed << '\n';
}

int main() {
    std::ios_base::sync_with_stdio(false);
    limits();
    members();
    for (int i = 0; i < 60; i++) {
        std::ostringstream out;
        choose_format(out);
        integers(out);
        reals(out);
        texts(out);
        std::cout << out.str();
        choose_format(std::cerr);
        integers(std::cerr);
    }
    std::clog << "done" << std::endl;
    return 0;
}
