/* libyaml: a text is parsed into events, of which the kinds are printed. */
#include "text.h"

#include <stdio.h>
#include <yaml.h>

int main(void) {
    size_t length;
    char *text = any_text(10, &length);
    yaml_parser_t parser;
    yaml_event_t event;
    int is_over = !yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (unsigned char *)text, length);
    while (!is_over) {
        if (!yaml_parser_parse(&parser, &event)) {
            printf("%s\n", parser.problem);
            break;
        }
        printf("%d ", (int)event.type);
        is_over = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    free(text);
    return 0;
}
