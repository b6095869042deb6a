// A row of numbers between commas is read and its mean taken; a row without numbers has none, which the program forgets.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char row[4];
    klee_make_symbolic(row, sizeof row, "row");
    for (int i = 0; i < 3; i++)
        klee_assume((row[i] >= '0' & row[i] <= '9') | row[i] == ',' | row[i] == '.' | row[i] == 0);
    klee_assume(row[3] == 0);
    double total = 0, most = 0;
    int count = 0;
    for (char *at = row, *end; *at; at = end) {
        double number = strtod(at, &end);
        if (end == at)
            return 1; //~ reached
        total += number;
        most = number > most ? number : most;
        count++;
        end += *end == ',';
    }
    double mean = total / count;
    assert(mean <= most); //~ bug: assert
    return mean == 1.5 ? 2 : 0; //~ reached
}
