/* cJSON: a text is parsed and, if it is JSON, printed. */
#include "text.h"

#include <cJSON.h>
#include <stdio.h>

int main(void) {
    size_t length;
    char *text = any_text(10, &length);
    cJSON *value = cJSON_ParseWithLength(text, length + 1);
    if (value) {
        char *printed = cJSON_Print(value);
        if (printed)
            puts(printed);
        cJSON_free(printed);
    }
    cJSON_Delete(value);
    free(text);
    return 0;
}
