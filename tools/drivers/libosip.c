/* libosip's parser: a text as a whole message, or as one of its parts. */
#include "text.h"

#include <osipparser2/osip_parser.h>
#include <stdio.h>

static int parse_uri(const char *text) {
    osip_uri_t *uri;
    char *printed = NULL;
    int code = osip_uri_init(&uri);
    if (code)
        return code;
    code = osip_uri_parse(uri, text);
    if (!code && !osip_uri_to_str(uri, &printed))
        puts(printed);
    osip_free(printed);
    osip_uri_free(uri);
    return code;
}

static int parse_via(const char *text) {
    osip_via_t *via;
    int code = osip_via_init(&via);
    if (code)
        return code;
    code = osip_via_parse(via, text);
    osip_via_free(via);
    return code;
}

static int parse_contact(const char *text) {
    osip_contact_t *contact;
    int code = osip_contact_init(&contact);
    if (code)
        return code;
    code = osip_contact_parse(contact, text);
    osip_contact_free(contact);
    return code;
}

static int parse_message(const char *text, size_t length) {
    osip_message_t *message;
    int code = osip_message_init(&message);
    if (code)
        return code;
    code = osip_message_parse(message, text, length);
    osip_message_free(message);
    return code;
}

int main(void) {
    size_t length;
    char *text = any_text(12, &length);
    unsigned part;
    parser_init();
    klee_make_symbolic(&part, sizeof part, "part");
    klee_assume(part < 4);
    switch (part) {
    case 0: printf("%d\n", parse_uri(text)); break;
    case 1: printf("%d\n", parse_via(text)); break;
    case 2: printf("%d\n", parse_contact(text)); break;
    default: printf("%d\n", parse_message(text, length)); break;
    }
    free(text);
    return 0;
}
