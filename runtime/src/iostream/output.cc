/* Output: a value is made text by printf, then padded by the stream's rules. Numbers may be symbolic; their text then has a
 * symbolic length, and nothing forks unless characters are to stand between a sign and its digits. */
#include "ios.h"

namespace std {

/* Runs of the filling character are written in pieces of this size. */
enum { RUN = 64 };

static bool begin_output(ostream &out) {
    if (out.tied && out.good())
        out.tied->flush();
    if (out.good())
        return true;
    if (out.bad())
        out.setstate(_Ios_Iostate(FAIL));
    return false;
}

static void end_output(ostream &out) {
    if (out.flags & UNITBUF && out.buffer && out.buffer->pubsync() == -1)
        out.setstate(_Ios_Iostate(BAD));
}

template <class C, class T> basic_ostream<C, T>::sentry::sentry(basic_ostream &out) : ok(begin_output(out)), stream(out) {}

template <class C, class T> basic_ostream<C, T>::sentry::~sentry() {
    end_output(stream);
}

static void put_text(ostream &out, const char *text, streamsize n) {
    if (out.buffer->sputn(text, n) != n)
        out.setstate(_Ios_Iostate(BAD));
}

static void put_fill(ostream &out, streamsize n) {
    char run[RUN];
    memset(run, out.filler, RUN);
    for (; n > RUN; n -= RUN)
        put_text(out, run, RUN);
    put_text(out, run, n);
}

/* A text of a value, padded to the width, which is used up. `front` of its characters stand before the filling if that is
 * internal. */
static ostream &put_padded(ostream &out, const char *text, streamsize n, streamsize front) {
    if (!begin_output(out))
        return out;
    if (out.width <= 0) {
        put_text(out, text, n);
    } else {
        int adjust = out.flags & ADJUST;
        streamsize before = adjust == LEFT ? n : adjust == INTERNAL ? front : 0;
        put_text(out, text, before);
        put_fill(out, out.width > n ? out.width - n : 0);
        put_text(out, text + before, n - before);
    }
    out.width = 0;
    end_output(out);
    return out;
}

/* How long a sign or prefix is, where characters may stand behind it. */
static streamsize front_of(const ostream &out, const char *text) {
    if ((out.flags & ADJUST) != INTERNAL || out.width <= 0)
        return 0;
    if (text[0] == '-' || text[0] == '+')
        return 1;
    return text[0] == '0' && (text[1] | 32) == 'x' ? 2 : 0;
}

/* % and the flags that printf shares. */
static char *begin_format(char *to, int flags, bool sign, bool alternate) {
    *to++ = '%';
    if (sign && flags & SHOWPOS)
        *to++ = '+';
    if (alternate)
        *to++ = '#';
    return to;
}

static ostream &put_integer(ostream &out, unsigned long n, bool is_signed, int flags) {
    char format[8], text[32];
    int base = flags & BASE;
    bool decimal = base != HEX && base != OCT;
    char *end = begin_format(format, flags, decimal && is_signed, !decimal && flags & SHOWBASE);
    *end++ = 'l';
    *end++ = decimal ? is_signed ? 'd' : 'u' : base == OCT ? 'o' : flags & UPPERCASE ? 'X' : 'x';
    *end = 0;
    streamsize length = snprintf(text, sizeof text, format, n);
    return put_padded(out, text, length, front_of(out, text));
}

/* A number as C++ shows it in another base than ten: that of its own width. */
static bool shows_bits(const ostream &out) {
    return (out.flags & BASE) == HEX || (out.flags & BASE) == OCT;
}

/* fixed (which knows no upper case), scientific, both (hexadecimal) or neither. */
static char real_letter(int flags) {
    int style = flags & FLOAT;
    char letter = style == SCIENTIFIC ? 'e' : style == FLOAT ? 'a' : 'g';
    return style == FIXED ? 'f' : flags & UPPERCASE ? (char)(letter - 32) : letter;
}

static ostream &put_real(ostream &out, long double value, bool is_long) {
    enum { USUAL = 128 };
    char format[8], usual[USUAL];
    char *end = begin_format(format, out.flags, true, out.flags & SHOWPOINT);
    bool hexadecimal = (out.flags & FLOAT) == FLOAT;
    if (!hexadecimal) {
        *end++ = '.';
        *end++ = '*';
    }
    if (is_long)
        *end++ = 'L';
    *end++ = real_letter(out.flags);
    *end = 0;
    int precision = (int)(out.precision < 0 ? 6 : out.precision);
#define PRINT(to, size)                                                                                               \
    (hexadecimal ? is_long ? snprintf(to, size, format, value) : snprintf(to, size, format, (double)value)             \
     : is_long   ? snprintf(to, size, format, precision, value)                                                       \
                 : snprintf(to, size, format, precision, (double)value))
    int length = PRINT(usual, USUAL);
    if (length < USUAL)
        return put_padded(out, usual, length, front_of(out, usual));
    char *longer = (char *)operator new((unsigned long)length + 1);
    PRINT(longer, (unsigned long)length + 1);
#undef PRINT
    put_padded(out, longer, length, front_of(out, longer));
    operator delete(longer);
    return out;
}

static ostream &put_bool(ostream &out, bool value) {
    if (!(out.flags & BOOLALPHA))
        return put_integer(out, value, true, out.flags);
    return value ? put_padded(out, "true", 4, 0) : put_padded(out, "false", 5, 0);
}

static ostream &put_pointer(ostream &out, const void *value) {
    return put_integer(out, (unsigned long)value, false, (out.flags & ~(BASE | UPPERCASE)) | HEX | SHOWBASE);
}

static ostream &put_value(ostream &out, long n) {
    return put_integer(out, (unsigned long)n, true, out.flags);
}
static ostream &put_value(ostream &out, unsigned long n) {
    return put_integer(out, n, false, out.flags);
}
static ostream &put_value(ostream &out, long long n) {
    return put_integer(out, (unsigned long)n, true, out.flags);
}
static ostream &put_value(ostream &out, unsigned long long n) {
    return put_integer(out, n, false, out.flags);
}
static ostream &put_value(ostream &out, bool value) {
    return put_bool(out, value);
}
static ostream &put_value(ostream &out, double value) {
    return put_real(out, value, false);
}
static ostream &put_value(ostream &out, long double value) {
    return put_real(out, value, true);
}
static ostream &put_value(ostream &out, const void *value) {
    return put_pointer(out, value);
}

template <class C, class T> template <class V> basic_ostream<C, T> &basic_ostream<C, T>::_M_insert(V value) {
    return put_value(*this, value);
}

#define INSERT(type, as)                                                                                              \
    template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(type value) {                    \
        return put_value(*this, as);                                                                                  \
    }

INSERT(long, value)
INSERT(unsigned long, value)
INSERT(bool, value)
INSERT(short, shows_bits(*this) ? (long)(unsigned short)value : (long)value)
INSERT(unsigned short, (unsigned long)value)
INSERT(int, shows_bits(*this) ? (long)(unsigned)value : (long)value)
INSERT(unsigned, (unsigned long)value)
INSERT(long long, value)
INSERT(unsigned long long, value)
INSERT(double, value)
INSERT(float, (double)value)
INSERT(long double, value)
INSERT(const void *, value)

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(decltype(nullptr)) {
    return put_padded(*this, "nullptr", 7, 0);
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_ostream &(*change)(basic_ostream &)) {
    return change(*this);
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_ios<C, T> &(*change)(basic_ios<C, T> &)) {
    change(*this);
    return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(ios_base &(*change)(ios_base &)) {
    change(*this);
    return *this;
}

/* All that another buffer holds; to copy nothing is a failure. */
template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_streambuf<C, T> *from) {
    bool begun = begin_output(*this);
    if (begun && from) {
        streamsize copied = 0;
        for (int c = from->sgetc(); c != END && this->buffer->sputc((char)c) != END; c = from->snextc())
            copied++;
        if (copied == 0)
            this->setstate(_Ios_Iostate(FAIL));
    } else if (!from)
        this->setstate(_Ios_Iostate(BAD));
    end_output(*this);
    return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::put(C c) {
    if (begin_output(*this)) {
        if (this->buffer->sputc(c) == END)
            this->setstate(_Ios_Iostate(BAD));
        end_output(*this);
    }
    return *this;
}

template <class C, class T> void basic_ostream<C, T>::_M_write(const C *from, streamsize n) {
    put_text(*this, from, n);
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::write(const C *from, streamsize n) {
    if (begin_output(*this)) {
        put_text(*this, from, n);
        end_output(*this);
    }
    return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::flush() {
    if (this->buffer && this->buffer->pubsync() == -1)
        this->setstate(_Ios_Iostate(BAD));
    return *this;
}

template <class C, class T> position basic_ostream<C, T>::tellp() {
    position nowhere = {-1, {0, 0}};
    return this->fail() ? nowhere : this->buffer->pubseekoff(0, _Ios_Seekdir(FROM_CURRENT), _Ios_Openmode(OUT));
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::seekp(position to) {
    if (!this->fail() && this->buffer->pubseekpos(to, _Ios_Openmode(OUT)).offset == -1)
        this->setstate(_Ios_Iostate(FAIL));
    return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::seekp(streamoff offset, _Ios_Seekdir from) {
    if (!this->fail() && this->buffer->pubseekoff(offset, from, _Ios_Openmode(OUT)).offset == -1)
        this->setstate(_Ios_Iostate(FAIL));
    return *this;
}

template <class C, class T> basic_ostream<C, T>::basic_ostream(basic_streambuf<C, T> *to) {
    this->init(to);
}

template <class C, class T> basic_ostream<C, T>::~basic_ostream() {}

template class basic_ostream<char, char_traits<char>>;
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);

/* What is no member. */

template <class C, class T> basic_ostream<C, T> &__ostream_insert(basic_ostream<C, T> &out, const C *text, streamsize n) {
    return put_padded(out, text, n, 0);
}
template ostream &__ostream_insert(ostream &, const char *, streamsize);

template <class C, class T, class A> basic_ostream<C, T> &operator<<(basic_ostream<C, T> &out, const basic_string<C, T, A> &text) {
    return put_padded(out, text.data, (streamsize)text.length, 0);
}
template ostream &operator<<(ostream &, const string &);

#define INSERT_CHARACTER(type)                                                                                        \
    template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, type c) {                      \
        char text = (char)c;                                                                                          \
        return out.width ? put_padded(out, &text, 1, 0) : out.put(text);                                              \
    }                                                                                                                 \
    template ostream &operator<<(ostream &, type);                                                                    \
    template <class T> basic_ostream<char, T> &operator<<(basic_ostream<char, T> &out, const type *text) {            \
        if (text)                                                                                                     \
            return put_padded(out, (const char *)text, (streamsize)strlen((const char *)text), 0);                    \
        out.setstate(_Ios_Iostate(BAD));                                                                              \
        return out;                                                                                                   \
    }                                                                                                                 \
    template ostream &operator<<(ostream &, const type *);

INSERT_CHARACTER(char)
INSERT_CHARACTER(signed char)
INSERT_CHARACTER(unsigned char)

#define MANIPULATOR(name, does)                                                                                       \
    template <class C, class T> basic_ostream<C, T> &name(basic_ostream<C, T> &out) {                                 \
        return does;                                                                                                  \
    }                                                                                                                 \
    template ostream &name(ostream &);

MANIPULATOR(flush, out.flush())
MANIPULATOR(endl, out.put('\n').flush())
MANIPULATOR(ends, out.put(0))

/* setw and its kin: the header makes a struct of the argument. */
struct _Setw {
    int value;
};
struct _Setprecision {
    int value;
};
struct _Setbase {
    int value;
};
struct _Setiosflags {
    _Ios_Fmtflags value;
};
struct _Resetiosflags {
    _Ios_Fmtflags value;
};
template <class C> struct _Setfill {
    C value;
};

static int base_flag(int base) {
    return base == 8 ? OCT : base == 10 ? DEC : base == 16 ? HEX : 0;
}

#define SETTER(type, does)                                                                                            \
    template <class C, class T> basic_ostream<C, T> &operator<<(basic_ostream<C, T> &stream, type set) {              \
        does;                                                                                                         \
        return stream;                                                                                                \
    }                                                                                                                 \
    template ostream &operator<<(ostream &, type);                                                                    \
    template <class C, class T> basic_istream<C, T> &operator>>(basic_istream<C, T> &stream, type set) {              \
        does;                                                                                                         \
        return stream;                                                                                                \
    }                                                                                                                 \
    template istream &operator>>(istream &, type);

SETTER(_Setw, stream.width = set.value)
SETTER(_Setprecision, stream.precision = set.value)
SETTER(_Setbase, stream.flags = (stream.flags & ~BASE) | base_flag(set.value))
SETTER(_Setiosflags, stream.flags |= set.value)
SETTER(_Resetiosflags, stream.flags &= ~set.value)

/* Its argument has a type that depends on the stream's. */
template <class C, class T> basic_ostream<C, T> &operator<<(basic_ostream<C, T> &stream, _Setfill<C> set) {
    stream.filler = set.value;
    return stream;
}
template ostream &operator<<(ostream &, _Setfill<char>);

} // namespace std
