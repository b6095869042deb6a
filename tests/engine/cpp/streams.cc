// Symbolic numbers on standard output do not fork; symbolic text becomes words and numbers by a stream, which does.
// override(m32): skip because the runtime for i386 has no streams
#include <iomanip>
#include <iostream>
#include <klee/klee.h>
#include <sstream>
#include <string>
#include <vector>

static std::vector<std::string> split(const std::string &line) {
    std::vector<std::string> fields;
    std::stringstream stream(line);
    std::string field;
    while (std::getline(stream, field, ','))
        fields.push_back(field);
    return fields;
}

int main() {
    int x;
    char text[3];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(text, sizeof text, "text");
    std::cout << "x = " << x << ", " << std::hex << std::setw(10) << std::setfill('.') << x << std::dec << std::endl;
    std::string line(text, sizeof text);
    std::istringstream in(line);
    int number = -1;
    if (in >> number && number == 42) {
        std::cout << "found " << number << '\n'; //~ reached
        klee_assert(x != 7); //~ bug: assert
    }
    if (text[0] == 'a' && text[1] == ',') {
        std::vector<std::string> fields = split(line);
        std::cout << fields.size() << fields.front() << '\n'; //~ reached
        return text[2] == ',' ? (int)fields.at(2).size() : 0; //~ bug: abort
    }
    return 0;
}
