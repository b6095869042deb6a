// A file that includes <iostream> and writes to no stream is explored like any other.
// paths: 4 -- the text differs in its first, second or third character, or is the one
#include <iostream>
#include <klee/klee.h>
#include <string>

int main() {
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    std::string all(text, sizeof text);
    if (all == "abc")
        return all.at(3); //~ bug: abort
    return 0; //~ reached
}
