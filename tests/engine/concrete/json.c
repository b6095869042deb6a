// A JSON parser that builds a tree, prints it back in a compact form and answers questions about it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUL, BOOL, NUMBER, STRING, ARRAY, OBJECT };
struct json {
    enum kind kind;
    long number;
    char *text, *key;
    struct json *child, *next;
};

static const char *at;
static int failed;

static struct json *value(void);

static void space(void) {
    while (isspace((unsigned char)*at))
        at++;
}

static struct json *fresh(enum kind kind) {
    struct json *j = calloc(1, sizeof *j);
    j->kind = kind;
    return j;
}

static char *string(void) {
    char *out = malloc(strlen(at) + 1), *end = out;
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\') {
            at++;
            switch (*at) {
            case 'n': *end++ = '\n'; break;
            case 't': *end++ = '\t'; break;
            case 'u': *end++ = (char)strtol((char[]){at[3], at[4], 0}, NULL, 16); at += 4; break;
            default: *end++ = *at;
            }
        } else
            *end++ = *at;
    }
    if (*at == '"')
        at++;
    else
        failed = 1;
    *end = 0;
    return out;
}

static struct json *list(enum kind kind, char close) {
    struct json *j = fresh(kind), **tail = &j->child;
    at++;
    space();
    while (*at != close && !failed) {
        char *key = NULL;
        space();
        if (kind == OBJECT) {
            if (*at != '"') {
                failed = 1;
                break;
            }
            key = string();
            space();
            if (*at++ != ':')
                failed = 1;
        }
        *tail = value();
        (*tail)->key = key;
        tail = &(*tail)->next;
        space();
        if (*at == ',')
            at++;
        else if (*at != close)
            failed = 1;
    }
    if (*at == close)
        at++;
    return j;
}

static struct json *value(void) {
    space();
    struct json *j;
    if (*at == '{')
        return list(OBJECT, '}');
    if (*at == '[')
        return list(ARRAY, ']');
    if (*at == '"') {
        j = fresh(STRING);
        j->text = string();
        return j;
    }
    if (*at == '-' || isdigit((unsigned char)*at)) {
        char *end;
        j = fresh(NUMBER);
        j->number = strtol(at, &end, 10);
        at = end;
        return j;
    }
    for (int i = 0; i < 3; i++) {
        const char *word = (const char *[]){"null", "true", "false"}[i];
        if (strncmp(at, word, strlen(word)) == 0) {
            at += strlen(word);
            j = fresh(i ? BOOL : NUL);
            j->number = i == 1;
            return j;
        }
    }
    failed = 1;
    return fresh(NUL);
}

static void print(const struct json *j) {
    if (j->key)
        printf("%s:", j->key);
    switch (j->kind) {
    case NUL: printf("null"); break;
    case BOOL: printf(j->number ? "true" : "false"); break;
    case NUMBER: printf("%ld", j->number); break;
    case STRING: printf("'%s'", j->text); break;
    default:
        putchar(j->kind == ARRAY ? '[' : '{');
        for (const struct json *c = j->child; c; c = c->next) {
            print(c);
            if (c->next)
                putchar(',');
        }
        putchar(j->kind == ARRAY ? ']' : '}');
    }
}

static long total(const struct json *j) {
    long sum = j->kind == NUMBER ? j->number : 0;
    for (const struct json *c = j->child; c; c = c->next)
        sum += total(c);
    return sum;
}

static void destroy(struct json *j) {
    while (j) {
        struct json *next = j->next;
        destroy(j->child);
        free(j->text);
        free(j->key);
        free(j);
        j = next;
    }
}

int main(void) {
    static const char *texts[] = {
        "{\"name\": \"braid\", \"size\": [1, 2, 30, -4], \"nested\": {\"a\": {\"b\": null}}, \"ok\": true}",
        "  [ ]  ", "[[[[42]]], \"tab\\tnew\\nquote\\\"\\u0041\"]", "{\"a\":1,\"b\":[{\"c\":2},{\"c\":3},{\"c\":false}]}",
        "[1, 2", "{1:2}", "[1 2]", "\"open",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        at = texts[i];
        failed = 0;
        struct json *j = value();
        space();
        if (failed || *at)
            printf("bad at %d", (int)(at - texts[i]));
        else {
            print(j);
            printf(" total %ld", total(j));
        }
        puts("");
        destroy(j);
    }
    return 0;
}
