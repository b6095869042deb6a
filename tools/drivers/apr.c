/* apr's strings and tables: a text is cut into words, which go into a table; patterns, numbers and natural order. */
#include "text.h"

#include <apr_fnmatch.h>
#include <apr_general.h>
#include <apr_hash.h>
#include <apr_strings.h>
#include <apr_tables.h>
#include <stdio.h>

static int show(void *unused, const char *key, const char *value) {
    printf("%s=%s\n", key, value);
    return 1;
}

static void tables(apr_pool_t *pool, char *text) {
    apr_table_t *table = apr_table_make(pool, 2);
    char *rest;
    for (char *word = apr_strtok(text, ",", &rest); word; word = apr_strtok(NULL, ",", &rest))
        apr_table_merge(table, apr_pstrndup(pool, word, 1), word);
    apr_table_unset(table, "x");
    apr_table_do(show, NULL, table, NULL);
}

static void hashes(apr_pool_t *pool, const char *text) {
    apr_hash_t *hash = apr_hash_make(pool);
    apr_hash_set(hash, "key", APR_HASH_KEY_STRING, text);
    apr_hash_set(hash, text, APR_HASH_KEY_STRING, text);
    printf("%u\n", apr_hash_count(hash));
}

int main(void) {
    size_t length;
    char *text = any_text(8, &length), *end;
    unsigned part;
    apr_pool_t *pool;
    if (apr_initialize() || apr_pool_create(&pool, NULL))
        return 1;
    klee_make_symbolic(&part, sizeof part, "part");
    klee_assume(part < 5);
    switch (part) {
    case 0: tables(pool, text); break;
    case 1: hashes(pool, text); break;
    case 2: printf("%d\n", apr_fnmatch(text, "ab.c", APR_FNM_CASE_BLIND)); break;
    case 3: printf("%ld\n", (long)apr_strtoi64(text, &end, 0)); break;
    default: printf("%d\n", apr_strnatcasecmp(text, "a10 b")); break;
    }
    apr_terminate();
    free(text);
    return 0;
}
