/* json-c: a text of at most 4 characters is parsed, and what it says if it is a number. -DMOST=N for other lengths. */
#include "text.h"

#include <json.h>

#ifndef MOST
#define MOST 4
#endif

int main(void) {
    size_t length;
    char *text = any_text(MOST, &length);
    struct json_object *value = json_tokener_parse(text);
    int result = 0;
    if (json_object_is_type(value, json_type_double))
        result = json_object_get_double(value) > 100 ? 1 : json_object_get_double(value) < 0 ? 2 : 3;
    json_object_put(value);
    free(text);
    return result;
}
