/* cJSON: a number of quarters is printed, and the text is parsed again. */
#include <assert.h>
#include <cJSON.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    double number = klee_range(-1000, 1001, "quarters") / 4.0;
    cJSON *value = cJSON_CreateNumber(number);
    char *text = cJSON_Print(value);
    assert(text && strtod(text, NULL) == number);
    cJSON_free(text);
    cJSON_Delete(value);
    return 0;
}
