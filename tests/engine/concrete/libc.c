// The library around a program: streams on memory, dates, locales, options, patterns, messages.
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <fnmatch.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <obstack.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static void streams(void) {
    char *text = NULL, *line = NULL, word[8];
    size_t size = 0, room = 0;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < 40; i++)
        fprintf(out, "%d:%*s\n", i, i, "x");
    fclose(out);
    FILE *in = fmemopen(text, size, "r");
    int lines = 0, number;
    while (getline(&line, &room, in) > 0)
        lines++;
    rewind(in);
    fseek(in, -10, SEEK_END);
    printf("%zu bytes, %d lines, %ld, %d\n", size, lines, ftell(in), feof(in));
    rewind(in);
    printf("%d %d %s\n", fscanf(in, "%d:%7s", &number, word), number, word);
    fclose(in);
    free(text), free(line);
    in = fopen("/dev/null/nothing", "?");
    printf("%d %s\n", in == NULL, strerror(errno));
    printf("%d\n", getchar());
}

static void dates(void) {
    char text[100];
    for (time_t t = -86400 * 800L; t < 2000000000; t += 123456789) {
        struct tm *tm = gmtime(&t);
        strftime(text, sizeof text, "%F %T %a %b %j %U %V %G %e|%k|%I %p", tm);
        printf("%s %ld\n", text, (long)timegm(tm));
    }
}

static void characters(void) {
    wchar_t wide[20];
    printf("%s %zu\n", setlocale(LC_ALL, NULL), mbstowcs(wide, "gr\xc3\xbc\xc3\x9f", 20) == (size_t)-1 ? 0 : 1);
    printf("%s %s\n", setlocale(LC_ALL, "C.UTF-8"), nl_langinfo(CODESET));
    size_t n = mbstowcs(wide, "gr\xc3\xbc\xc3\x9f", 20);
    printf("%zu %x %x [%ls] [%6lc] %d\n", n, wide[2], wide[3], wide, L'\x20ac', iswalpha(L'g') != 0);
    setlocale(LC_ALL, "C");
}

static void patterns(void) {
    regex_t pattern;
    regmatch_t where[3];
    regcomp(&pattern, "([a-z]+)=([0-9]*)", REG_EXTENDED);
    for (const char *s = "size=42, mode=, =7"; regexec(&pattern, s, 3, where, 0) == 0; s += where[0].rm_eo)
        printf("%.*s -> '%.*s'\n", where[1].rm_eo - where[1].rm_so, s + where[1].rm_so, where[2].rm_eo - where[2].rm_so, s + where[2].rm_so);
    regfree(&pattern);
    char text[50];
    regerror(regcomp(&pattern, "a\\{1", 0), &pattern, text, sizeof text);
    printf("%s; %d %d\n", text, fnmatch("*.[ch]", "main.c", 0), fnmatch("*/x", ".a/x", FNM_PERIOD));
}

static void options(void) {
    char *words[] = {"program", "one", "-ab", "two", "--name=value", "-x", "--", "-c", NULL};
    static const struct option table[] = {{"name", required_argument, NULL, 'n'}, {NULL, 0, NULL, 0}};
    int letter;
    opterr = 0;
    while ((letter = getopt_long(8, words, "ab:c", table, NULL)) != -1)
        printf("%c %s\n", letter, optarg ? optarg : "-");
    for (int i = optind; i < 8; i++)
        printf("%s ", words[i]);
    putchar('\n');
}

static void pieces(void) {
    struct obstack o;
    obstack_init(&o);
    for (int i = 0; i < 2000; i++)
        obstack_printf(&o, "%d,", i);
    obstack_1grow(&o, 0);
    char *text = obstack_finish(&o);
    printf("%zu %.20s\n", strlen(text), text);
    obstack_free(&o, NULL);
}

int main(void) {
    program_invocation_name = "program";
    streams();
    dates();
    characters();
    patterns();
    options();
    pieces();
    error(0, ENOENT, "%s", "a file");
    printf("%u\n", error_message_count);
    error(0, 0, "the end");
    return 0;
}
