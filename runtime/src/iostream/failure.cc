/* What a stream throws if a program asks for it: std::ios_base::failure, with the classes that it is made of. */
#include "ios.h"

inline void *operator new(unsigned long, void *place) noexcept {
    return place;
}

namespace std {

class exception {
  public:
    virtual ~exception();
    virtual const char *what() const noexcept;
};

class runtime_error : public exception {
  public:
    const char *text;
    explicit runtime_error(const char *);
    ~runtime_error() override;
    const char *what() const noexcept override;
};

/* What an error's number means, in libstdc++'s order of virtual functions. */
class error_category {
  public:
    constexpr error_category() {}
    virtual ~error_category() {}
    virtual const char *name() const noexcept = 0;
    virtual void old_message() const { __braid_unsupported("a message as a shared string"); }
    virtual string message(int) const = 0;
    virtual void default_error_condition() const { __braid_unsupported("the condition of an error of a stream"); }
    virtual void equivalent() const { __braid_unsupported("the comparison of an error of a stream"); }
    virtual void equivalent_code() const { __braid_unsupported("the comparison of an error of a stream"); }
};

namespace {
class stream_category : public error_category {
  public:
    constexpr stream_category() {}
    const char *name() const noexcept override { return "iostream"; }
    string message(int) const override {
        string text;
        make_string(text, "iostream error", 14);
        return text;
    }
};
} // namespace

[[clang::require_constant_initialization, clang::no_destroy]] static const stream_category category;

__attribute__((weak)) const error_category &iostream_category() noexcept {
    return category;
}

class error_code {
  public:
    int value;
    const error_category *category;
};

class system_error : public runtime_error {
  public:
    error_code code;
    system_error(const char *what, error_code which) : runtime_error(what), code(which) {}
    ~system_error() override {}
};

/* Its text is that of the error behind what is said. */
class ios_base::failure : public system_error {
  public:
    failure(const char *what, const error_code &which) : system_error(what, which) {}
    ~failure() override {}
    const char *what() const noexcept override { return runtime_error::what(); }
};

/* Without the language's throw, so that this part needs no tables of its own. */
extern "C" {
void *__cxa_allocate_exception(unsigned long size);
[[noreturn]] void __cxa_throw(void *object, void *type, void (*destroy)(void *));
extern const char type_of_failure[] __asm__("_ZTINSt8ios_base7failureB5cxx11E");
}

static void destroy_failure(void *object) {
    ((ios_base::failure *)object)->~failure();
}

[[noreturn]] static void throw_failure() {
    void *memory = __cxa_allocate_exception(sizeof(ios_base::failure));
    new (memory) ios_base::failure("basic_ios::clear: iostream error", error_code{1, &category});
    __cxa_throw(memory, (void *)type_of_failure, destroy_failure);
}

} // namespace std
