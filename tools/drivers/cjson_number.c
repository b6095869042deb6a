/* cJSON: a text of at most 4 characters is parsed, and what it says if it is a number. -DMOST=N for other lengths. */
#include "text.h"

#include <cJSON.h>

#ifndef MOST
#define MOST 4
#endif

int main(void) {
    size_t length;
    char *text = any_text(MOST, &length);
    cJSON *value = cJSON_Parse(text);
    int result = 0;
    if (value && cJSON_IsNumber(value))
        result = value->valuedouble > 100 ? 1 : value->valueint < 0 ? 2 : 3;
    cJSON_Delete(value);
    free(text);
    return result;
}
