/* Descriptions of C++ types that the C++ library has: of numbers and pointers to them, and the kinds of descriptions.
 * Kinds are known by their addresses and names; nobody calls what a real table would hold. And dynamic_cast, which reads
 * descriptions. */
#include "runtime.h"

#define KIND(name) API const void *const _ZTVN10__cxxabiv1##name##E[8]

KIND(17__class_type_info);
KIND(20__si_class_type_info);
KIND(21__vmi_class_type_info);
KIND(19__pointer_type_info);
KIND(29__pointer_to_member_type_info);
KIND(23__fundamental_type_info);
KIND(20__function_type_info);
KIND(17__array_type_info);
KIND(16__enum_type_info);

typedef struct type_info {
    const void *const *kind;
    const char *name;
} type_info;

/* Of classes with one public base at their beginning. */
typedef struct {
    type_info self;
    const type_info *base;
} si_type_info;

/* Of other classes with bases. */
typedef struct {
    type_info self;
    unsigned flags;
    unsigned count;
    struct {
        const type_info *type;
        long offset_flags;
    } bases[];
} vmi_type_info;

typedef struct {
    type_info self;
    unsigned flags;
    const type_info *target;
} pointer_type_info;

#define FIRST_ENTRY(kind) (&_ZTVN10__cxxabiv1##kind##E[2])

/* A type, pointers to it, and pointers to constants of it. */
#define FUNDAMENTAL(letter)                                                                                           \
    API const type_info _ZTI##letter = {FIRST_ENTRY(23__fundamental_type_info), #letter};                             \
    API const pointer_type_info _ZTIP##letter = {                                                                     \
        {FIRST_ENTRY(19__pointer_type_info), "P" #letter}, 0, &_ZTI##letter};                                         \
    API const pointer_type_info _ZTIPK##letter = {                                                                    \
        {FIRST_ENTRY(19__pointer_type_info), "PK" #letter}, 1, &_ZTI##letter};

FUNDAMENTAL(v)
FUNDAMENTAL(b)
FUNDAMENTAL(c)
FUNDAMENTAL(a)
FUNDAMENTAL(h)
FUNDAMENTAL(w)
FUNDAMENTAL(s)
FUNDAMENTAL(t)
FUNDAMENTAL(i)
FUNDAMENTAL(j)
FUNDAMENTAL(l)
FUNDAMENTAL(m)
FUNDAMENTAL(x)
FUNDAMENTAL(y)
FUNDAMENTAL(n)
FUNDAMENTAL(o)
FUNDAMENTAL(f)
FUNDAMENTAL(d)
FUNDAMENTAL(e)
FUNDAMENTAL(g)
FUNDAMENTAL(Dn)
FUNDAMENTAL(Du)
FUNDAMENTAL(Ds)
FUNDAMENTAL(Di)

/* A cast of the object at `at` of the type `from`, which is a part of a larger one, to `to`. */
typedef struct {
    const type_info *from;
    const char *at;
    const type_info *to;
    const char *down;  /* an object of the type `to` that has the source as a public base */
    unsigned downs;    /* how many there are */
    const char *cross; /* a public base of the type `to` of the whole */
    unsigned crosses;
    _Bool source_public; /* whether the source is a public base of the whole */
} cast;

/* Looks at a part of the whole. `inside` is the object of the type `to` that it is in, if it is in it publicly. */
static void walk(cast *c, const type_info *type, const char *object, const char *inside, _Bool public) {
    if (type == c->to) {
        inside = object;
        if (public && object != c->cross) {
            c->cross = object;
            c->crosses++;
        }
    }
    if (type == c->from && object == c->at) {
        c->source_public |= public;
        if (inside && inside != c->down) {
            c->down = inside;
            c->downs++;
        }
    }
    if (type->kind == FIRST_ENTRY(20__si_class_type_info))
        walk(c, ((const si_type_info *)type)->base, object, inside, public);
    if (type->kind != FIRST_ENTRY(21__vmi_class_type_info))
        return;
    const vmi_type_info *vmi = (const vmi_type_info *)type;
    for (unsigned i = 0; i < vmi->count; i++) {
        long flags = vmi->bases[i].offset_flags, offset = flags >> 8;
        if (flags & 1)
            offset = *(const long *)(*(const char *const *)object + offset);
        _Bool open = (flags & 2) != 0;
        walk(c, vmi->bases[i].type, object + offset, open ? inside : 0, public && open);
    }
}

API void *__dynamic_cast(const void *object, const type_info *from, const type_info *to, ptrdiff_t hint) {
    const void *const *table = *(const void *const *const *)object;
    cast c = {.from = from, .at = object, .to = to};
    walk(&c, table[-1], (const char *)object + (long)table[-2], 0, 1);
    if (c.downs == 1)
        return (void *)c.down;
    return c.downs == 0 && c.source_public && c.crosses == 1 ? (void *)c.cross : 0;
}
