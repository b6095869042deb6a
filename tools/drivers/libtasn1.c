/* libtasn1: bytes are decoded as DER of a small definition, which the library reads first. */
#include "text.h"

#include <libtasn1.h>
#include <stdio.h>

static const char definition[] = "T { }\n"
                                 "DEFINITIONS IMPLICIT TAGS ::=\n"
                                 "BEGIN\n"
                                 "Thing ::= SEQUENCE {\n"
                                 "  number INTEGER,\n"
                                 "  flag BOOLEAN DEFAULT TRUE,\n"
                                 "  kind CHOICE { name OBJECT IDENTIFIER, text [0] OCTET STRING, bits BIT STRING },\n"
                                 "  list SEQUENCE OF INTEGER OPTIONAL }\n"
                                 "END\n";

static void show(asn1_node thing, const char *name) {
    char value[32];
    int size = sizeof value;
    if (asn1_read_value(thing, name, value, &size) == ASN1_SUCCESS)
        printf("%s has %d bytes\n", name, size);
}

int main(void) {
    size_t length;
    asn1_node definitions = NULL, thing = NULL;
    char description[ASN1_MAX_ERROR_DESCRIPTION_SIZE];
    FILE *file = fopen("/tmp/definition.asn", "w");
    if (!file || fputs(definition, file) < 0 || fclose(file))
        return 1;
    if (asn1_parser2tree("/tmp/definition.asn", &definitions, description) != ASN1_SUCCESS)
        return 1;
    char *text = any_text(12, &length);
    if (asn1_create_element(definitions, "T.Thing", &thing) != ASN1_SUCCESS)
        return 1;
    int code = asn1_der_decoding(&thing, text, (int)length, description);
    printf("%s\n", asn1_strerror(code));
    if (code == ASN1_SUCCESS) {
        show(thing, "number");
        show(thing, "flag");
        show(thing, "kind");
        show(thing, "list");
    }
    asn1_delete_structure(&thing);
    asn1_delete_structure(&definitions);
    free(text);
    return 0;
}
