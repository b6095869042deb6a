// A trie of words with counts and prefixes.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trie {
    int count;
    struct trie *next[26];
};

static int nodes;

static struct trie *make(void) {
    nodes++;
    return calloc(1, sizeof(struct trie));
}

static void add(struct trie *t, const char *word) {
    for (; *word; word++) {
        struct trie **next = &t->next[*word - 'a'];
        if (!*next)
            *next = make();
        t = *next;
    }
    t->count++;
}

static void list(const struct trie *t, char *prefix, int depth) {
    if (t->count) {
        prefix[depth] = 0;
        printf("%s %d\n", prefix, t->count);
    }
    for (int i = 0; i < 26; i++)
        if (t->next[i]) {
            prefix[depth] = (char)('a' + i);
            list(t->next[i], prefix, depth + 1);
        }
}

static int total(const struct trie *t) {
    int sum = t->count;
    for (int i = 0; i < 26; i++)
        if (t->next[i])
            sum += total(t->next[i]);
    return sum;
}

static void destroy(struct trie *t) {
    for (int i = 0; i < 26; i++)
        if (t->next[i])
            destroy(t->next[i]);
    free(t);
}

int main(void) {
    const char *text = "The rain in Spain stays mainly in the plain; in the rain the train remains. Training a trainer is a strain.";
    struct trie *root = make();
    char word[32];
    int length = 0;
    for (const char *p = text;; p++) {
        if (isalpha((unsigned char)*p)) {
            word[length++] = (char)tolower((unsigned char)*p);
            continue;
        }
        if (length) {
            word[length] = 0;
            add(root, word);
            length = 0;
        }
        if (!*p)
            break;
    }
    list(root, word, 0);
    printf("%d nodes, %d words\n", nodes, total(root));
    const char *prefixes[] = {"tra", "ma", "x", "in", ""};
    for (int i = 0; i < 5; i++) {
        const struct trie *t = root;
        for (const char *p = prefixes[i]; t && *p; p++)
            t = t->next[*p - 'a'];
        printf("'%s' %d\n", prefixes[i], t ? total(t) : 0);
    }
    destroy(root);
    return 0;
}
