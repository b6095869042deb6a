// A tokenizer in the manner of jsmn: one loop over the text, an array of tokens with parents, strings and primitives.
// run: --merge=qce-static
// verdict: proved
#include <assert.h>
#include <klee/klee.h>
#define N 3
enum kind { NONE, OBJECT, ARRAY, STRING, PRIMITIVE };
struct token { enum kind kind; int start, end, size; };
struct parser { int pos, next, super; };

static struct token *make(struct parser *parser, struct token *tokens, int count) {
    if (parser->next >= count) return 0;
    struct token *token = &tokens[parser->next++];
    token->start = token->end = -1;
    token->size = 0;
    return token;
}

static int primitive(struct parser *parser, const char *text, int length, struct token *tokens, int count) {
    int start = parser->pos;
    for (; parser->pos < length && text[parser->pos]; parser->pos++) {
        char c = text[parser->pos];
        if (c == ':' || c == '\t' || c == '\r' || c == '\n' || c == ' ' || c == ',' || c == ']' || c == '}') break;
        if (c < 32) {
            parser->pos = start;
            return -2;
        }
    }
    struct token *token = make(parser, tokens, count);
    if (!token) return -1;
    token->kind = PRIMITIVE;
    token->start = start;
    token->end = parser->pos--;
    return 0;
}

static int string(struct parser *parser, const char *text, int length, struct token *tokens, int count) {
    int start = parser->pos++;
    for (; parser->pos < length && text[parser->pos]; parser->pos++) {
        char c = text[parser->pos];
        if (c == '"') {
            struct token *token = make(parser, tokens, count);
            if (!token) return -1;
            token->kind = STRING;
            token->start = start + 1;
            token->end = parser->pos;
            return 0;
        }
        if (c == '\\' && parser->pos + 1 < length) parser->pos++;
    }
    parser->pos = start;
    return -3;
}

int main(void) {
    char text[N];
    struct token tokens[N + 1];
    struct parser parser = {0, 0, -1};
    int result = 0;
    klee_make_symbolic(text, sizeof text, "text");
    for (; parser.pos < N && text[parser.pos] && result >= 0; parser.pos++) {
        char c = text[parser.pos];
        switch (c) {
        case '{':
        case '[': {
            struct token *token = make(&parser, tokens, N + 1);
            if (!token) { result = -1; break; }
            if (parser.super != -1) tokens[parser.super].size++;
            token->kind = c == '{' ? OBJECT : ARRAY;
            token->start = parser.pos;
            parser.super = parser.next - 1;
            break;
        }
        case '}':
        case ']': {
            enum kind kind = c == '}' ? OBJECT : ARRAY;
            int i;
            for (i = parser.next - 1; i >= 0; i--)
                if (tokens[i].start != -1 && tokens[i].end == -1) {
                    if (tokens[i].kind != kind) result = -2;
                    parser.super = -1;
                    tokens[i].end = parser.pos + 1;
                    break;
                }
            if (i < 0) result = -2;
            break;
        }
        case '"':
            result = string(&parser, text, N, tokens, N + 1);
            break;
        case '\t': case '\r': case '\n': case ' ': case ':': case ',':
            break;
        default:
            result = primitive(&parser, text, N, tokens, N + 1);
        }
    }
    assert(parser.next <= N + 1);
    assert(parser.pos <= N);
    return result;
}
