/* Lists and hash tables of C++: the functions of libstdc++ behind std::list, std::unordered_map and their kin, in its layout
 * and with its choices, so that a native run walks through a table in the same order. */
#include "runtime.h"

struct list_node {
    struct list_node *next, *prev;
};

static void tie(struct list_node *first, struct list_node *second) {
    first->next = second;
    second->prev = first;
}

/* std::__detail::_List_node_base::_M_hook: a node gets its place before another. */
API void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct list_node *node, struct list_node *place) {
    tie(place->prev, node);
    tie(node, place);
}

/* _M_unhook */
API void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct list_node *node) {
    tie(node->prev, node->next);
}

/* _M_transfer: the nodes from first to before last are taken from where they are to before `place`. */
API void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct list_node *place, struct list_node *first,
                                                              struct list_node *last) {
    if (place == last)
        return;
    struct list_node *end = last->prev;
    tie(first->prev, last);
    tie(place->prev, first);
    tie(end, place);
}

/* _M_reverse */
API void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct list_node *head) {
    struct list_node *node = head;
    do {
        struct list_node *next = node->next;
        node->next = node->prev;
        node->prev = next;
        node = next;
    } while (node != head);
}

/* What `other` held hangs on `head` now, which may be nothing. */
static void take_over(struct list_node *head, struct list_node old, const struct list_node *other) {
    if (old.next == other) {
        head->next = head->prev = head;
        return;
    }
    tie(head, old.next);
    tie(old.prev, head);
}

/* swap */
API void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct list_node *a, struct list_node *b) {
    struct list_node of_a = *a, of_b = *b;
    take_over(a, of_b, b);
    take_over(b, of_a, a);
}

/* A number of eight bytes or less. */
static uint64_t number_at(const unsigned char *at, size_t size) {
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

/* Names that tell how wide size_t is. */
#if UINTPTR_MAX == UINT64_MAX
#define HASH_BYTES _ZSt11_Hash_bytesPKvmm
#define NEXT_BUCKETS _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
#define NEED_REHASH _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm
#else
#define HASH_BYTES _ZSt11_Hash_bytesPKvjj
#define NEXT_BUCKETS _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEj
#define NEED_REHASH _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEjjj
#endif

#if UINTPTR_MAX == UINT64_MAX
static uint64_t shift_mix(uint64_t value) {
    return value ^ value >> 47;
}

/* std::_Hash_bytes: MurmurHash 2 for 64 bits (Appleby). */
API size_t HASH_BYTES(const void *bytes, size_t size, size_t seed) {
    const uint64_t factor = 0xc6a4a7935bd1e995;
    const unsigned char *at = bytes, *end = at + (size & ~(size_t)7);
    uint64_t hash = seed ^ size * factor;
    for (; at != end; at += 8)
        hash = (hash ^ shift_mix(number_at(at, 8) * factor) * factor) * factor;
    if (size & 7)
        hash = (hash ^ number_at(end, size & 7)) * factor;
    return shift_mix(shift_mix(hash) * factor);
}
#else
/* The same for 32 bits. */
API size_t HASH_BYTES(const void *bytes, size_t size, size_t seed) {
    const uint32_t factor = 0x5bd1e995;
    const unsigned char *at = bytes, *end = at + (size & ~(size_t)3);
    uint32_t hash = seed ^ size;
    for (; at != end; at += 4) {
        uint32_t word = (uint32_t)number_at(at, 4) * factor;
        hash = hash * factor ^ (word ^ word >> 24) * factor;
    }
    if (size & 3)
        hash = (hash ^ (uint32_t)number_at(end, size & 3)) * factor;
    hash = (hash ^ hash >> 13) * factor;
    return hash ^ hash >> 15;
}
#endif

/* When a hash table grows. */
struct rehash_policy {
    float max_load;
    size_t next_resize;
};

/* The numbers of buckets that tables have: primes, each about a twelfth larger than the one before. Up to 13 by number wanted. */
static const unsigned char few_buckets[] = { 1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13 };
static const uint32_t many_buckets[] = {
    17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139,
    149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541,
    577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179,
    2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123,
    8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267,
    28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229,
    92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409, 218971, 236897,
    256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881, 520241, 562841, 608903, 658753,
    712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629, 1447153,
};

/* Whether an odd number has no factor. */
static int is_prime(size_t number) {
    for (size_t factor = 3; factor <= number / factor; factor += 2)
        if (number % factor == 0)
            return 0;
    return 1;
}

/* Beyond the table the next prime does: nobody explores a table with a million buckets. */
static size_t buckets(size_t wanted) {
    if (wanted < sizeof few_buckets)
        return few_buckets[wanted];
    for (size_t i = 0; i < sizeof many_buckets / sizeof *many_buckets; i++)
        if (many_buckets[i] >= wanted)
            return many_buckets[i];
    wanted |= 1;
    while (!is_prime(wanted))
        wanted += 2;
    return wanted;
}

/* std::__detail::_Prime_rehash_policy::_M_next_bkt */
API size_t NEXT_BUCKETS(struct rehash_policy *policy, size_t wanted) {
    size_t count = buckets(wanted);
    if (wanted != 0)
        policy->next_resize = (size_t)((double)count * (double)policy->max_load);
    return count;
}

struct rehash {
    _Bool is_needed;
    size_t buckets;
};

/* _M_need_rehash: a table of `count` buckets and `held` entries is to take `more`. */
API struct rehash NEED_REHASH(struct rehash_policy *policy, size_t count, size_t held, size_t more) {
    if (held + more <= policy->next_resize)
        return (struct rehash){ 0, 0 };
    size_t least_held = policy->next_resize ? 0 : 11;
    size_t entries = held + more > least_held ? held + more : least_held;
    double wanted = (double)entries / (double)policy->max_load;
    if (wanted < (double)count) {
        policy->next_resize = (size_t)((double)count * (double)policy->max_load);
        return (struct rehash){ 0, 0 };
    }
    size_t least = (size_t)wanted + 1;
    size_t next = NEXT_BUCKETS(policy, least > 2 * count ? least : 2 * count);
    return (struct rehash){ 1, next };
}

/* std::__glibcxx_assert_fail: a check of the library itself, where the program asked for them. */
API NORETURN void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                        const char *condition) {
    __assert_fail(condition, file, (unsigned)line, function);
}
