/* The exceptions of the C++ library, with the layout of libstdc++: a virtual table, and in most of them a text. And what its
 * headers call to throw them. */
#include "runtime.h"

typedef struct {
    const void *const *table;
    char *text;
} error;

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = __braid_alloc(size, 1, 0);
    memcpy(copy, text, size);
    return copy;
}

/* Destructors, description and table of a class; `finish` is what its destructor does. */
#define ERROR(name, kind, description, finish)                                                                        \
    API void _ZN##name##D2Ev(error *e) { finish; }                                                                    \
    API void _ZN##name##D1Ev(error *e) { finish; }                                                                    \
    API void _ZN##name##D0Ev(error *e) {                                                                              \
        finish;                                                                                                       \
        free(e);                                                                                                      \
    }                                                                                                                 \
    API const kind _ZTI##name = description;                                                                          \
    API const void *const _ZTV##name[5] = {0, &_ZTI##name, (const void *)_ZN##name##D1Ev,                              \
                                           (const void *)_ZN##name##D0Ev, (const void *)_ZNK##name##4whatEv};

#define DERIVED(name, base) {{FIRST_ENTRY(20__si_class_type_info), #name}, (const type_info *)&_ZTI##base}

/* A class without a text of its own. */
#define FIXED(name, base, what)                                                                                       \
    API const char *_ZNK##name##4whatEv(const error *e) { return what; }                                              \
    ERROR(name, si_type_info, DERIVED(name, base), (void)e)

/* A class with a text: constructors from a text, a std::string (which begins with the address of its bytes), another. */
#define TEXTUAL(name, base)                                                                                           \
    API const char *_ZNK##name##4whatEv(const error *e) { return e->text; }                                           \
    ERROR(name, si_type_info, DERIVED(name, base), free(e->text))                                                     \
    static void make_##name(error *e, const char *text) {                                                             \
        e->table = &_ZTV##name[2];                                                                                    \
        e->text = copy_of(text);                                                                                      \
    }                                                                                                                 \
    CONSTRUCTORS(name, C1)                                                                                            \
    CONSTRUCTORS(name, C2)

#define CONSTRUCTORS(name, form)                                                                                      \
    API void _ZN##name##form##EPKc(error *e, const char *text) { make_##name(e, text); }                              \
    API void _ZN##name##form##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(error *e,                       \
                                                                                      const char *const *string) {    \
        make_##name(e, *string);                                                                                      \
    }                                                                                                                 \
    API void _ZN##name##form##ERKS_(error *e, const error *other) { make_##name(e, other->text); }                    \
    API void _ZN##name##form##EOS_(error *e, error *other) { make_##name(e, other->text); }

API const char *_ZNKSt9exception4whatEv(const error *e) {
    return "std::exception";
}

#define ROOT {FIRST_ENTRY(17__class_type_info), "St9exception"}
ERROR(St9exception, type_info, ROOT, (void)e)

FIXED(St9bad_alloc, St9exception, "std::bad_alloc")
FIXED(St20bad_array_new_length, St9bad_alloc, "std::bad_array_new_length")
FIXED(St8bad_cast, St9exception, "std::bad_cast")
FIXED(St10bad_typeid, St9exception, "std::bad_typeid")
FIXED(St13bad_exception, St9exception, "std::bad_exception")
FIXED(St17bad_function_call, St9exception, "bad_function_call")
FIXED(St12bad_weak_ptr, St9exception, "bad_weak_ptr")

TEXTUAL(St11logic_error, St9exception)
TEXTUAL(St12domain_error, St11logic_error)
TEXTUAL(St16invalid_argument, St11logic_error)
TEXTUAL(St12length_error, St11logic_error)
TEXTUAL(St12out_of_range, St11logic_error)
TEXTUAL(St13runtime_error, St9exception)
TEXTUAL(St11range_error, St13runtime_error)
TEXTUAL(St14overflow_error, St13runtime_error)
TEXTUAL(St15underflow_error, St13runtime_error)

typedef void destructor(void *);

/* What throws a class without a text, and one with. */
#define THROW_FIXED(function, name)                                                                                   \
    API NORETURN void function(void) {                                                                                \
        error *e = __cxa_allocate_exception(sizeof e->table);                                                         \
        e->table = &_ZTV##name[2];                                                                                    \
        __cxa_throw(e, (void *)&_ZTI##name, (destructor *)_ZN##name##D1Ev);                                           \
    }
#define THROW_TEXTUAL(function, name)                                                                                 \
    API NORETURN void function(const char *text) {                                                                    \
        error *e = __cxa_allocate_exception(sizeof *e);                                                               \
        make_##name(e, text);                                                                                         \
        __cxa_throw(e, (void *)&_ZTI##name, (destructor *)_ZN##name##D1Ev);                                           \
    }

THROW_FIXED(_ZSt17__throw_bad_allocv, St9bad_alloc)
THROW_FIXED(_ZSt28__throw_bad_array_new_lengthv, St20bad_array_new_length)
THROW_FIXED(__cxa_throw_bad_array_new_length, St20bad_array_new_length)
THROW_FIXED(_ZSt16__throw_bad_castv, St8bad_cast)
THROW_FIXED(__cxa_bad_cast, St8bad_cast)
THROW_FIXED(_ZSt18__throw_bad_typeidv, St10bad_typeid)
THROW_FIXED(__cxa_bad_typeid, St10bad_typeid)
THROW_FIXED(_ZSt21__throw_bad_exceptionv, St13bad_exception)
THROW_FIXED(_ZSt25__throw_bad_function_callv, St17bad_function_call)
THROW_TEXTUAL(_ZSt19__throw_logic_errorPKc, St11logic_error)
THROW_TEXTUAL(_ZSt20__throw_domain_errorPKc, St12domain_error)
THROW_TEXTUAL(_ZSt24__throw_invalid_argumentPKc, St16invalid_argument)
THROW_TEXTUAL(_ZSt20__throw_length_errorPKc, St12length_error)
THROW_TEXTUAL(_ZSt20__throw_out_of_rangePKc, St12out_of_range)
THROW_TEXTUAL(_ZSt21__throw_runtime_errorPKc, St13runtime_error)
THROW_TEXTUAL(_ZSt19__throw_range_errorPKc, St11range_error)
THROW_TEXTUAL(_ZSt22__throw_overflow_errorPKc, St14overflow_error)
THROW_TEXTUAL(_ZSt23__throw_underflow_errorPKc, St15underflow_error)

/* The numbers in the text may be symbolic, and so its length: it gets room for all. */
API NORETURN void _ZSt24__throw_out_of_range_fmtPKcz(const char *format, ...) {
    enum { ROOM = 512 };
    error *e = __cxa_allocate_exception(sizeof *e);
    va_list list;
    e->table = &_ZTVSt12out_of_range[2];
    e->text = __braid_alloc(ROOM, 1, 0);
    va_start(list, format);
    vsnprintf(e->text, ROOM, format, list);
    va_end(list);
    __cxa_throw(e, (void *)&_ZTISt12out_of_range, (destructor *)_ZNSt12out_of_rangeD1Ev);
}

/* std::nested_exception: the exception that was handled when it was made. */
typedef struct {
    const void *const *table;
    void *kept;
} nested;

API void _ZNSt16nested_exceptionD2Ev(nested *n) {
    if (n->kept)
        _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(&n->kept);
}
API void _ZNSt16nested_exceptionD1Ev(nested *n) {
    _ZNSt16nested_exceptionD2Ev(n);
}
API void _ZNSt16nested_exceptionD0Ev(nested *n) {
    _ZNSt16nested_exceptionD2Ev(n);
    free(n);
}
API const type_info _ZTISt16nested_exception = {FIRST_ENTRY(17__class_type_info), "St16nested_exception"};
API const void *const _ZTVSt16nested_exception[4] = {0, &_ZTISt16nested_exception, (const void *)_ZNSt16nested_exceptionD1Ev,
                                                     (const void *)_ZNSt16nested_exceptionD0Ev};
