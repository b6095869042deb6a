/* The streams that every program has. They are ready before anything runs, so they are written down as the bytes that
 * constructors would leave. Output goes through the streams of the C library, input comes
 * from descriptor 0. */
#include "ios.h"

extern "C" {
extern const void *const istream_tables[] __asm__("_ZTVSi");
extern const void *const ostream_tables[] __asm__("_ZTVSo");
}

namespace std {
namespace {

class standard_output : public streambuf {
  public:
    int descriptor;
    constexpr explicit standard_output(int to) : descriptor(to) {}
    streamsize xsputn(const char *from, streamsize n) override {
        check_owned();
        __braid_put(descriptor, from, (unsigned long)n);
        return n;
    }
    int overflow(int c) override {
        unsigned char byte = (unsigned char)c;
        check_owned();
        if (c != END)
            __braid_put_byte(descriptor, &byte);
        return c == END ? 0 : c;
    }
    int sync() override {
        if (descriptor != 2)
            __braid_flush(descriptor);
        return 0;
    }

  private:
    /* The buffers of the engine lead to the program's output and nowhere else. */
    void check_owned() const {
        if (!__braid_output_of(descriptor == 2 ? 2 : 1))
            __braid_unsupported("a write to a standard stream whose descriptor was closed or replaced");
    }
};

class standard_input : public streambuf {
  public:
    char last;
    constexpr standard_input() : last(0) {}
    /* One byte at a time, as the stream of the C library is read that it is in step with. */
    int underflow() override {
        if (read(0, &last, 1) != 1)
            return END;
        get_start = get_next = &last;
        get_end = &last + 1;
        return (unsigned char)last;
    }
};

/* The stream of cout where it has a buffer of its own. */
enum { SHARED_WITH_C = 1, OF_ITS_OWN = 3 };

} // namespace

#define READY [[clang::require_constant_initialization, clang::no_destroy]] static
READY standard_output to_output(SHARED_WITH_C), to_error(2), to_log(2);
READY standard_input from_input;

/* Only the first `false` changes something. */
__attribute__((weak)) bool ios_base::sync_with_stdio(bool wanted) {
    bool before = to_output.descriptor == SHARED_WITH_C;
    if (!wanted)
        to_output.descriptor = OF_ITS_OWN;
    return before;
}

/* The fields of basic_ios, in their order. */
struct ios_bytes {
    const void *table;
    long precision, width;
    int flags, throwing, state;
    void *callbacks;
    void *words[18];
    int word_count;
    void **word_array;
    void *base_locale;
    void *tied;
    char filler;
    bool filler_is_set;
    streambuf *buffer;
    const ctype<char> *characters;
    const void *num_put, *num_get;
};
static_assert(sizeof(ios_bytes) == sizeof(ios), "the same fields");

struct ostream_bytes {
    const void *table;
    ios_bytes shared;
};

struct istream_bytes {
    const void *table;
    streamsize count;
    ios_bytes shared;
};
static_assert(sizeof(ostream_bytes) == sizeof(ostream) && sizeof(istream_bytes) == sizeof(istream), "the same fields");

/* A table begins behind three words; that of the shared part follows after two functions and three words more. */
#define SHARED(tables, self, more, tied, buffer)                                                                      \
    {&tables[8], 6, 0, SKIPWS | DEC | more, 0, 0, 0, {}, 8, self.shared.words + 2, 0, tied, ' ', true, &buffer, &classic_characters, 0, 0}

extern ostream_bytes cout, cerr, clog;
extern istream_bytes cin;
__attribute__((weak)) ostream_bytes cout = {&ostream_tables[3], SHARED(ostream_tables, cout, 0, 0, to_output)};
__attribute__((weak)) ostream_bytes cerr = {&ostream_tables[3], SHARED(ostream_tables, cerr, UNITBUF, &cout, to_error)};
__attribute__((weak)) ostream_bytes clog = {&ostream_tables[3], SHARED(ostream_tables, clog, 0, 0, to_log)};
__attribute__((weak)) istream_bytes cin = {&istream_tables[3], 0, SHARED(istream_tables, cin, 0, &cout, from_input)};

} // namespace std
