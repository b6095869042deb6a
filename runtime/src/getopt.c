/* Options of the command line: getopt, getopt_long, getopt_long_only.
 *
 * As in glibc, words that are no options are moved behind the options, unless the list of letters begins with + or the environment
 * has POSIXLY_CORRECT (they end the options), or begins with - (they come as values of option 1). */
#include "stream.h"

int fprintf(FILE *restrict stream, const char *restrict format, ...);
char *getenv(const char *name);

API int optind = 1, opterr = 1, optopt = '?';
API char *optarg;

struct option {
    const char *name;
    int has_argument;
    int *flag;
    int value;
};

enum { NO_ARGUMENT, NEEDS_ARGUMENT, MAY_HAVE_ARGUMENT };
enum order { PERMUTE, STOP_AT_WORD, RETURN_WORDS };

/* Where we are: the rest of a word of letters, and the words that were passed over. */
static struct {
    char *rest;
    int first_word, last_word;
    int begun;
} at;

/* What a call was given. */
struct parse {
    int argc;
    char **argv;
    const char *letters;
    const struct option *options;
    int *index;
    int only_long;
    enum order order;
    /* Whether mistakes are told. */
    int loud;
    /* What a missing argument is. */
    int missing;
};

/* Moves the words of [first, middle) behind those of [middle, last); both keep their order. */
static void rotate(char **argv, int first, int middle, int last) {
    for (; middle < last; first++, middle++) {
        char *word = argv[middle];
        for (int i = middle; i > first; i--)
            argv[i] = argv[i - 1];
        argv[first] = word;
    }
}

/* Brings options that came behind passed words before them. */
static void exchange(char **argv) {
    rotate(argv, at.first_word, at.last_word, optind);
    at.first_word += optind - at.last_word;
    at.last_word = optind;
}

static void read_letters(struct parse *parse) {
    const char *s = parse->letters;
    parse->order = *s == '-' ? RETURN_WORDS : *s == '+' || getenv("POSIXLY_CORRECT") ? STOP_AT_WORD : PERMUTE;
    s += *s == '-' || *s == '+';
    parse->loud = opterr && *s != ':';
    parse->missing = *s == ':' ? ':' : '?';
    parse->letters = s;
}

static int is_word(const char *word) {
    return word[0] != '-' || word[1] == 0;
}

static void pass_words(const struct parse *parse) {
    if (at.last_word > optind)
        at.last_word = optind;
    if (at.first_word > optind)
        at.first_word = optind;
    if (parse->order != PERMUTE)
        return;
    if (at.first_word != at.last_word && at.last_word != optind)
        exchange(parse->argv);
    else if (at.last_word != optind)
        at.first_word = optind;
    while (optind < parse->argc && is_word(parse->argv[optind]))
        optind++;
    at.last_word = optind;
}

/* All behind -- are words. */
static void pass_rest(const struct parse *parse) {
    optind++;
    if (at.first_word != at.last_word && at.last_word != optind)
        exchange(parse->argv);
    else if (at.first_word == at.last_word)
        at.first_word = optind;
    at.last_word = optind = parse->argc;
}

#define TELL(parse, ...)                                                                                              \
    do                                                                                                                \
        if ((parse)->loud)                                                                                            \
            fprintf(stderr, __VA_ARGS__);                                                                             \
    while (0)

/* The name of a long option as it is written: how many bytes it has up to its value or the end, and how many may be looked at. */
struct written {
    size_t length, limit;
};

/* No branch depends on bytes of the program's input as long as their object is known. */
static struct written name_written(const char *s) {
    size_t room = __braid_room(s), length = 0;
    unsigned inside = 1;
    for (size_t i = 0; i < room; i++) {
        inside &= (unsigned)(s[i] != 0) & (unsigned)(s[i] != '=');
        length += inside;
        if (!braid_is_symbolic(inside) && !inside)
            return (struct written){length, i};
    }
    for (length = 0; s[length] && s[length] != '=';)
        length++;
    return (struct written){length, length};
}

/* Whether an option's name begins with what is written. One condition, whatever the bytes and their number. */
static unsigned begins_so(const struct option *option, struct written n) {
    size_t length = strlen(option->name);
    unsigned same = n.length <= length;
    for (size_t i = 0; i < smaller(length, n.limit); i++)
        same &= (unsigned)(at.rest[i] == option->name[i]) | (unsigned)(i >= n.length);
    return same;
}

static int same_meaning(const struct option *a, const struct option *b) {
    return a->has_argument == b->has_argument && a->flag == b->flag && a->value == b->value;
}

static void tell_ambiguous(const struct parse *parse, const char *prefix, struct written n) {
    TELL(parse, "%s: option '%s%s' is ambiguous; possibilities:", parse->argv[0], prefix, at.rest);
    const struct option *first = 0;
    for (const struct option *o = parse->options; o->name; o++) {
        if (!begins_so(o, n) || (first && !parse->only_long && same_meaning(first, o)))
            continue;
        first = first ? first : o;
        TELL(parse, " '%s%s'", prefix, o->name);
    }
    TELL(parse, "\n");
}

/* The option whose name begins with the text, or is it; null with `*ambiguous` if several do. There is one case for each option. */
static const struct option *find_option(const struct parse *parse, struct written n, int *ambiguous) {
    const struct option *found = 0;
    *ambiguous = 0;
    for (const struct option *o = parse->options; o->name; o++)
        if (begins_so(o, n) & (unsigned)(strlen(o->name) == n.length))
            return o;
    for (const struct option *o = parse->options; o->name; o++) {
        if (!begins_so(o, n))
            continue;
        *ambiguous |= found && (parse->only_long || !same_meaning(found, o));
        found = found ? found : o;
    }
    return *ambiguous ? 0 : found;
}

/* Leaves the word with a mistake; `value` is what optopt becomes. */
static int refuse(int value, int result) {
    at.rest = 0;
    optind++;
    optopt = value;
    return result;
}

/* The value behind a name, with the sign before it; null if there is none. */
static char *find_value(struct written n) {
    char *equals = at.rest;
    if (!at.rest[n.length])
        return 0;
    while (*equals != '=')
        equals++;
    return equals;
}

static int accept_long(const struct parse *parse, const struct option *option, struct written n, const char *prefix) {
    char *equals = find_value(n);
    if (equals && option->has_argument == NO_ARGUMENT) {
        TELL(parse, "%s: option '%s%s' doesn't allow an argument\n", parse->argv[0], prefix, option->name);
        return refuse(option->value, '?');
    }
    optind++;
    at.rest = 0;
    if (equals) {
        optarg = equals + 1;
    } else if (option->has_argument == NEEDS_ARGUMENT) {
        if (optind >= parse->argc) {
            TELL(parse, "%s: option '%s%s' requires an argument\n", parse->argv[0], prefix, option->name);
            optopt = option->value;
            return parse->missing;
        }
        optarg = parse->argv[optind++];
    }
    if (parse->index)
        *parse->index = (int)(option - parse->options);
    if (!option->flag)
        return option->value;
    *option->flag = option->value;
    return 0;
}

enum { NOT_LONG = -2 };

/* NOT_LONG: the word may be one of letters after all. */
static int parse_long(const struct parse *parse, const char *prefix) {
    struct written n = name_written(at.rest);
    int ambiguous;
    const struct option *option = find_option(parse, n, &ambiguous);
    if (option)
        return accept_long(parse, option, n, prefix);
    if (ambiguous) {
        tell_ambiguous(parse, prefix, n);
        return refuse(0, '?');
    }
    if (parse->only_long && parse->argv[optind][1] != '-' && strchr(parse->letters, *at.rest))
        return NOT_LONG;
    TELL(parse, "%s: unrecognized option '%s%s'\n", parse->argv[0], prefix, at.rest);
    return refuse(0, '?');
}

/* The argument of the letter that was just read: the rest of the word, or the next one. */
static int take_argument(const struct parse *parse, char letter) {
    int result = letter;
    if (*at.rest) {
        optarg = at.rest;
        optind++;
    } else if (++optind >= parse->argc) {
        TELL(parse, "%s: option requires an argument -- '%c'\n", parse->argv[0], letter);
        optopt = letter;
        result = parse->missing;
    } else {
        optarg = parse->argv[optind++];
    }
    at.rest = 0;
    return result;
}

/* -W name is --name if the letters say so. */
static int parse_w(const struct parse *parse) {
    int result = take_argument(parse, 'W');
    if (result != 'W')
        return result;
    at.rest = optarg;
    optarg = 0;
    optind--;
    return parse_long(parse, "-W ");
}

static int parse_letter(const struct parse *parse) {
    char letter = *at.rest++;
    const char *found = strchr(parse->letters, letter);
    if (!*at.rest)
        optind++;
    if (!found || letter == ':' || letter == ';') {
        TELL(parse, "%s: invalid option -- '%c'\n", parse->argv[0], letter);
        optopt = letter;
        return '?';
    }
    int ended = !*at.rest;
    optind -= ended;
    if (found[0] == 'W' && found[1] == ';' && parse->options)
        return parse_w(parse);
    if (found[1] != ':') {
        optind += ended;
        return letter;
    }
    if (found[2] != ':')
        return take_argument(parse, letter);
    optarg = ended ? 0 : at.rest;
    optind++;
    at.rest = 0;
    return letter;
}

/* Begins the next word; 0 if it is one of options. */
static int begin_word(const struct parse *parse) {
    pass_words(parse);
    if (optind != parse->argc && strcmp(parse->argv[optind], "--") == 0)
        pass_rest(parse);
    if (optind == parse->argc) {
        if (at.first_word != at.last_word)
            optind = at.first_word;
        return -1;
    }
    if (!is_word(parse->argv[optind]))
        return 0;
    if (parse->order == STOP_AT_WORD)
        return -1;
    optarg = parse->argv[optind++];
    return 1;
}

/* The long option that a word is, if it can be one. */
static int try_long(const struct parse *parse) {
    char *word = parse->argv[optind];
    if (!parse->options)
        return NOT_LONG;
    if (word[1] == '-') {
        at.rest = word + 2;
        return parse_long(parse, "--");
    }
    if (!parse->only_long || (!word[2] && strchr(parse->letters, word[1])))
        return NOT_LONG;
    at.rest = word + 1;
    return parse_long(parse, "-");
}

static int parse_next(struct parse *parse) {
    if (parse->argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0 || !at.begun) {
        optind = optind ? optind : 1;
        at.first_word = at.last_word = optind;
        at.rest = 0;
        at.begun = 1;
    }
    read_letters(parse);
    if (at.rest && *at.rest)
        return parse_letter(parse);
    int result = begin_word(parse);
    if (result)
        return result;
    result = try_long(parse);
    if (result != NOT_LONG)
        return result;
    at.rest = parse->argv[optind] + 1;
    return parse_letter(parse);
}

API int getopt(int argc, char *const *argv, const char *letters) {
    struct parse parse = {.argc = argc, .argv = (char **)argv, .letters = letters};
    return parse_next(&parse);
}

API int __posix_getopt(int argc, char *const *argv, const char *letters) {
    struct parse parse = {.argc = argc, .argv = (char **)argv, .letters = letters};
    return parse_next(&parse);
}

API int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options, int *index) {
    struct parse parse = {.argc = argc, .argv = (char **)argv, .letters = letters, .options = options, .index = index};
    return parse_next(&parse);
}

API int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *options, int *index) {
    struct parse parse = {.argc = argc, .argv = (char **)argv, .letters = letters, .options = options, .index = index, .only_long = 1};
    return parse_next(&parse);
}
