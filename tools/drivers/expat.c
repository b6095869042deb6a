/* expat: a text is parsed as XML; what begins and ends is printed. */
#include "text.h"

#include <expat.h>
#include <stdio.h>

static void begin(void *data, const XML_Char *name, const XML_Char **attributes) {
    printf("<%s", name);
    for (; *attributes; attributes += 2)
        printf(" %s=%s", attributes[0], attributes[1]);
    printf(">\n");
}

static void end(void *data, const XML_Char *name) {
    printf("</%s>\n", name);
}

int main(void) {
    size_t length;
    char *text = any_text(12, &length);
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetElementHandler(parser, begin, end);
    if (XML_Parse(parser, text, (int)length, 1) == XML_STATUS_ERROR)
        printf("%s\n", XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    free(text);
    return 0;
}
