/* json-c: a text is parsed and, if it is JSON, printed. */
#include "text.h"

#include <json.h>
#include <stdio.h>

int main(void) {
    size_t length;
    char *text = any_text(10, &length);
    struct json_tokener *tokener = json_tokener_new();
    struct json_object *value = json_tokener_parse_ex(tokener, text, (int)length + 1);
    if (value)
        puts(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PRETTY));
    else
        puts(json_tokener_error_desc(json_tokener_get_error(tokener)));
    json_object_put(value);
    json_tokener_free(tokener);
    free(text);
    return 0;
}
