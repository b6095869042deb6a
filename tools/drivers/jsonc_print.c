/* json-c: a number of quarters is printed, and the text is read again. */
#include <assert.h>
#include <json.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    double number = klee_range(-1000, 1001, "quarters") / 4.0;
    struct json_object *value = json_object_new_double(number);
    assert(strtod(json_object_to_json_string(value), NULL) == number);
    json_object_put(value);
    return 0;
}
