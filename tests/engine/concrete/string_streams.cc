// Streams over strings: words, lines, numbers and characters in and out, with the states that they leave behind.
#include <algorithm>
#include <bitset>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Point {
    int x = 0, y = 0;
    friend std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ',' << p.y << ')'; }
    friend std::istream &operator>>(std::istream &in, Point &p) {
        char open, comma, close;
        if (in >> open >> p.x >> comma >> p.y >> close && (open != '(' || comma != ',' || close != ')'))
            in.setstate(std::ios::failbit);
        return in;
    }
};

static std::string state(const std::ios &stream) {
    return std::string(stream.good() ? "g" : "-") + (stream.eof() ? "e" : "-") + (stream.fail() ? "f" : "-") + (stream.bad() ? "b" : "-");
}

template <class T> static void read(const char *text, std::ios_base &(*base)(std::ios_base &) = std::dec) {
    std::istringstream in(text);
    T value{};
    in >> base >> value;
    std::string rest;
    std::string before = state(in);
    in.clear();
    std::getline(in, rest);
    std::cout << '"' << text << "\" " << value << ' ' << before << " \"" << rest << "\"\n";
}

static void numbers() {
    const char *integers[] = {"12",  " -7x", "+5",     "",       "x",   "-",         "0x1f", "017",  "0",   "00012", "2147483647", "2147483648",
                              "-2147483649", "99999999999999999999", "65536", "-1", "0x", "08", "1 2", "  ", "1.5"};
    for (const char *text : integers) {
        read<int>(text);
        read<short>(text);
        read<unsigned short>(text);
        read<unsigned>(text);
        read<long>(text);
        read<unsigned long>(text);
        read<long long>(text, std::hex);
        read<int>(text, std::oct);
        read<bool>(text);
    }
    const char *reals[] = {"1.5", "-2e3", ".5", "5.", "1e", "1e+", "e5", "1.2.3", "-", "", "inf", "1e999", "0x10", "1e-5z", "007.25"};
    for (const char *text : reals) {
        read<double>(text);
        read<float>(text);
        read<long double>(text);
    }
    read<bool>("true", std::boolalpha);
    read<bool>("false!", std::boolalpha);
    read<bool>("tru", std::boolalpha);
    std::istringstream any("0x10 010 10");
    int a, b, c;
    any.unsetf(std::ios::basefield);
    any >> a >> b >> c;
    std::cout << a << ' ' << b << ' ' << c << ' ' << state(any) << '\n';
}

static void characters() {
    std::istringstream in("ab c\nline two\n\nlast");
    char c, buffer[8];
    in >> c;
    std::cout << c << (char)in.get() << in.peek() << in.gcount() << '\n';
    in.unget();
    in.putback('a');
    std::cout << state(in);
    in >> std::noskipws;
    while (in >> c && c != '\n')
        std::cout << '<' << c << '>';
    in.getline(buffer, sizeof buffer);
    std::cout << buffer << in.gcount() << state(in);
    in.clear();
    in.getline(buffer, sizeof buffer);
    std::cout << buffer << in.gcount() << state(in) << '\n';
    in.ignore(100, '\n');
    in.get(buffer, 3);
    std::cout << buffer << in.gcount() << ' ' << in.tellg() << '\n';
    in.read(buffer, 5);
    std::cout << in.gcount() << state(in) << in.tellg() << '\n';
    in.clear();
    in.seekg(1);
    std::cout << (char)in.get();
    in.seekg(-2, std::ios::end);
    in >> std::setw(8) >> buffer;
    std::cout << buffer << state(in) << in.get() << state(in) << '\n';
    std::istringstream some("xyz");
    std::cout << some.readsome(buffer, 2) << some.rdbuf()->in_avail() << some.rdbuf()->sgetc() << some.sync() << '\n';
}

static void lines() {
    std::istringstream in("name = value\n  # comment\n\nkey=1=2\nlast = x");
    std::map<std::string, std::string> table;
    std::string line;
    int number = 0;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string key, value;
        if (std::getline(words >> std::ws, key, '=') && std::getline(words, value))
            table[key] = value;
        std::cout << ++number << ':' << line.size() << state(words) << ' ';
    }
    for (const auto &[key, value] : table)
        std::cout << '\n' << std::quoted(key) << ": " << std::quoted(value);
    std::cout << '\n' << state(in) << '\n';
}

static void both() {
    std::stringstream stream;
    stream << 1 << ' ' << 2.5 << " word " << Point{3, -4};
    int i;
    double d;
    std::string word;
    Point p;
    stream >> i >> d >> word >> p;
    std::cout << i << d << word << p << state(stream) << stream.str() << '\n';
    stream.str("");
    stream.clear();
    for (int n = 0; n < 400; n++)
        stream << n << (n % 20 == 19 ? '\n' : ' ');
    long sum = 0, count = 0;
    while (stream >> i) {
        sum += i;
        count++;
    }
    std::cout << sum << ' ' << count << ' ' << state(stream) << ' ' << stream.str().size() << '\n';
    std::stringstream copy("start ", std::ios::in | std::ios::out | std::ios::ate);
    std::istringstream source("all of this");
    copy << source.rdbuf();
    copy.seekp(1);
    copy << 'T';
    std::cout << copy.str() << ' ' << copy.tellp() << ' ' << copy.tellg() << state(copy) << '\n';
    std::ostringstream written("old text");
    written << "new";
    std::cout << written.str() << ' ' << written.tellp() << '\n';
    Point wrong;
    std::istringstream bad("(1;2)");
    bad >> wrong;
    std::cout << wrong << state(bad) << '\n';
}

static void iterators() {
    std::istringstream in("5 3 9 1 7");
    std::vector<int> values{std::istream_iterator<int>(in), std::istream_iterator<int>()};
    std::sort(values.begin(), values.end());
    std::copy(values.begin(), values.end(), std::ostream_iterator<int>(std::cout, ","));
    std::istringstream text("characters, all of them");
    std::string all{std::istreambuf_iterator<char>(text), std::istreambuf_iterator<char>()};
    std::cout << all << '\n';
}

/* A buffer of the program's own, and a stream that goes there. */
struct Upper : std::streambuf {
    std::string seen;
    int overflow(int c) override {
        seen += (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
        return c;
    }
};

static void own_buffer() {
    Upper upper;
    std::streambuf *old = std::cout.rdbuf(&upper);
    std::cout << "redirected " << 12 << ' ' << std::hex << 255 << std::dec << std::endl;
    std::cout.rdbuf(old);
    std::ostream other(&upper);
    other << "other";
    std::cout << upper.seen << '\n';
}

static void failures() {
    std::istringstream in("12 x");
    in.exceptions(std::ios::failbit | std::ios::badbit);
    int number = 0;
    try {
        in >> number;
        std::cout << number << ' ';
        in >> number;
        std::cout << "not reached";
    } catch (const std::ios_base::failure &e) {
        std::cout << e.what() << ' ' << e.code().value() << ' ' << e.code().message() << '\n';
    }
}

static void shared() {
    std::shared_ptr<std::ostringstream> out = std::make_shared<std::ostringstream>(), same = out;
    *out << std::bitset<10>(0x155) << ' ' << std::toupper('x', std::locale()) << std::isdigit('7', std::locale::classic());
    std::cout << same->str() << ' ' << out.use_count() << '\n';
}

int main() {
    numbers();
    characters();
    lines();
    both();
    iterators();
    own_buffer();
    failures();
    shared();
    int nothing = 5;
    std::cin >> nothing;
    std::string line;
    std::cout << nothing << state(std::cin) << !std::getline(std::cin, line) << std::endl;
    return 0;
}
