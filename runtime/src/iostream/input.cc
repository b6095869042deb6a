/* Input: characters, words, lines and numbers from a buffer, as libstdc++ reads them in the classic locale. */
#include "ios.h"

namespace std {

static void skip_space(istream &in, int *state) {
    int c = in.buffer->sgetc();
    while (c != END && is_space(c))
        c = in.buffer->snextc();
    if (c == END)
        *state |= AT_END;
}

static bool begin_input(istream &in, bool keep_space) {
    int state = GOOD;
    if (in.good()) {
        if (in.tied)
            in.tied->flush();
        if (!keep_space && in.flags & SKIPWS)
            skip_space(in, &state);
    }
    if (in.good() && state == GOOD)
        return true;
    in.setstate(_Ios_Iostate(state | FAIL));
    return false;
}

/* For the functions that count what they take: they skip nothing. */
static bool begin_raw_input(istream &in) {
    in.count = 0;
    return begin_input(in, true);
}

static istream &end_input(istream &in, int state) {
    if (state)
        in.setstate(_Ios_Iostate(state));
    return in;
}

template <class C, class T> basic_istream<C, T>::sentry::sentry(basic_istream &in, bool keep_space) : ok(begin_input(in, keep_space)) {}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* An integer as it was read. */
struct integer {
    unsigned long magnitude;
    bool negative, is_there, overflow;
};

static unsigned digit_of(int c) {
    unsigned letter = ((unsigned)c | 32) - 'a';
    return is_digit(c) ? (unsigned)c - '0' : letter < 6 ? letter + 10 : 99;
}

/* A sign, if there is one; says whether it is a minus. */
static bool take_sign(streambuf *from) {
    int c = from->sgetc();
    if (c == '-' || c == '+')
        from->sbumpc();
    return c == '-';
}

/* A 0 in front, and the prefix that the base allows; without a base it settles it. Says whether a 0 is all there may be. */
static bool take_prefix(streambuf *from, unsigned *base) {
    if (from->sgetc() != '0') {
        *base = *base ? *base : 10;
        return false;
    }
    int c = from->snextc();
    if ((c | 32) == 'x' && (*base == 0 || *base == 16)) {
        from->sbumpc();
        *base = 16;
        return false;
    }
    *base = *base ? *base : 8;
    return true;
}

static integer take_integer(istream &in, int flags, int *state) {
    streambuf *from = in.buffer;
    unsigned base = (flags & BASE) == OCT ? 8 : (flags & BASE) == HEX ? 16 : (flags & BASE) == 0 ? 0 : 10, digit;
    integer read = {0, take_sign(from), false, false};
    read.is_there = take_prefix(from, &base);
    unsigned long most = ~0ul / base, last = ~0ul % base;
    int c = from->sgetc();
    for (; c != END && (digit = digit_of(c)) < base; c = from->snextc()) {
        read.overflow |= read.magnitude > most || (read.magnitude == most && digit > last);
        read.magnitude = read.magnitude * base + digit;
        read.is_there = true;
    }
    if (c == END)
        *state |= AT_END;
    if (!read.is_there)
        *state |= FAIL;
    return read;
}

/* The nearest number of a type; what is not there is 0. */
static long as_signed(integer read, long least, long most, int *state) {
    unsigned long limit = read.negative ? -(unsigned long)least : (unsigned long)most;
    if (read.is_there && (read.overflow || read.magnitude > limit)) {
        *state |= FAIL;
        return read.negative ? least : most;
    }
    return (long)(read.negative ? -read.magnitude : read.magnitude);
}

static unsigned long as_unsigned(integer read, unsigned long most, int *state) {
    if (read.is_there && (read.overflow || read.magnitude > most)) {
        *state |= FAIL;
        return most;
    }
    return read.negative ? -read.magnitude : read.magnitude;
}

static void take(istream &in, long &to, int *state) {
    to = as_signed(take_integer(in, in.flags, state), -__LONG_MAX__ - 1, __LONG_MAX__, state);
}
static void take(istream &in, long long &to, int *state) {
    to = as_signed(take_integer(in, in.flags, state), -__LONG_MAX__ - 1, __LONG_MAX__, state);
}
static void take(istream &in, int &to, int *state) {
    to = (int)as_signed(take_integer(in, in.flags, state), -__INT_MAX__ - 1, __INT_MAX__, state);
}
static void take(istream &in, short &to, int *state) {
    to = (short)as_signed(take_integer(in, in.flags, state), -__SHRT_MAX__ - 1, __SHRT_MAX__, state);
}
static void take(istream &in, unsigned long &to, int *state) {
    to = as_unsigned(take_integer(in, in.flags, state), ~0ul, state);
}
static void take(istream &in, unsigned long long &to, int *state) {
    to = as_unsigned(take_integer(in, in.flags, state), ~0ul, state);
}
static void take(istream &in, unsigned &to, int *state) {
    to = (unsigned)as_unsigned(take_integer(in, in.flags, state), ~0u, state);
}
static void take(istream &in, unsigned short &to, int *state) {
    to = (unsigned short)as_unsigned(take_integer(in, in.flags, state), 0xffff, state);
}

static void take(istream &in, void *&to, int *state) {
    integer read = take_integer(in, (in.flags & ~BASE) | HEX, state);
    to = (void *)as_unsigned(read, ~0ul, state);
}

static void take_word(istream &in, bool &to, int *state) {
    const char *word = in.buffer->sgetc() == 't' ? "true" : "false";
    to = word[0] == 't';
    for (; *word && in.buffer->sgetc() == *word; word++)
        in.buffer->sbumpc();
    if (*word) {
        *state |= in.buffer->sgetc() == END ? AT_END | FAIL : FAIL;
        to = false;
    }
}

static void take(istream &in, bool &to, int *state) {
    if (in.flags & BOOLALPHA) {
        take_word(in, to, state);
        return;
    }
    long number;
    take(in, number, state);
    to = number != 0;
    if (number != 0 && number != 1)
        *state |= FAIL;
}

/* The longest beginning that may be a number, as text. */
static void take_real_text(streambuf *from, char *to, char *end, int *state) {
    bool digits = false, point = false, exponent = false;
    int c = from->sgetc();
    if (c == '-' || c == '+') {
        *to++ = (char)c;
        c = from->snextc();
    }
    for (; c != END; c = from->snextc()) {
        if (to == end)
            __braid_unsupported("input of a number with hundreds of digits");
        bool after_exponent = exponent && (to[-1] | 32) == 'e';
        if (is_digit(c))
            digits = true;
        else if (c == '.' && !point && !exponent)
            point = true;
        else if ((c | 32) == 'e' && digits && !exponent)
            exponent = true;
        else if (!((c == '-' || c == '+') && after_exponent))
            break;
        *to++ = (char)c;
    }
    *to = 0;
    if (c == END)
        *state |= AT_END;
}

#define TAKE_REAL(type, convert, infinity, most)                                                                      \
    static void take(istream &in, type &to, int *state) {                                                             \
        char text[512], *end;                                                                                         \
        take_real_text(in.buffer, text, text + sizeof text - 1, state);                                               \
        to = convert(text, &end);                                                                                     \
        if (end == text || *end) {                                                                                    \
            to = 0;                                                                                                   \
            *state |= FAIL;                                                                                           \
        } else if (to == infinity || to == -infinity) {                                                               \
            to = to > 0 ? most : -most;                                                                               \
            *state |= FAIL;                                                                                           \
        }                                                                                                             \
    }

TAKE_REAL(float, strtof, __builtin_inff(), __FLT_MAX__)
TAKE_REAL(double, strtod, __builtin_inf(), __DBL_MAX__)
TAKE_REAL(long double, strtold, __builtin_infl(), __LDBL_MAX__)

template <class C, class T> template <class V> basic_istream<C, T> &basic_istream<C, T>::_M_extract(V &to) {
    int state = GOOD;
    if (begin_input(*this, false))
        take(*this, to, &state);
    return end_input(*this, state);
}

#define EXTRACT(type)                                                                                                 \
    template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(type &to) {                      \
        return _M_extract(to);                                                                                        \
    }

EXTRACT(bool)
EXTRACT(short)
EXTRACT(unsigned short)
EXTRACT(int)
EXTRACT(unsigned)
EXTRACT(long)
EXTRACT(unsigned long)
EXTRACT(long long)
EXTRACT(unsigned long long)
EXTRACT(float)
EXTRACT(double)
EXTRACT(long double)
EXTRACT(void *)

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(basic_istream &(*change)(basic_istream &)) {
    return change(*this);
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(basic_ios<C, T> &(*change)(basic_ios<C, T> &)) {
    change(*this);
    return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(ios_base &(*change)(ios_base &)) {
    change(*this);
    return *this;
}

/* Everything into another buffer; to copy nothing is a failure. */
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(basic_streambuf<C, T> *to) {
    int state = GOOD;
    if (!begin_input(*this, false))
        return *this;
    streamsize copied = 0;
    int c = END;
    if (to)
        for (c = this->buffer->sgetc(); c != END && to->sputc((char)c) != END; c = this->buffer->snextc())
            copied++;
    state |= to && c == END ? AT_END : GOOD;
    state |= copied == 0 ? FAIL : GOOD;
    return end_input(*this, state);
}

template <class C, class T> streamsize basic_istream<C, T>::gcount() const {
    return count;
}

template <class C, class T> int basic_istream<C, T>::get() {
    int c = END;
    if (begin_raw_input(*this)) {
        c = this->buffer->sbumpc();
        count = c != END;
        end_input(*this, c == END ? AT_END | FAIL : GOOD);
    }
    return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C &to) {
    int c = get();
    if (c != END)
        to = (char)c;
    return *this;
}

/* Up to `n` - 1 characters before `end`, which stays; says what comes next. */
static int take_until(istream &in, char *to, streamsize n, char end) {
    int c = END;
    if (begin_raw_input(in)) {
        c = in.buffer->sgetc();
        for (; in.count + 1 < n && c != END && c != (unsigned char)end; c = in.buffer->snextc())
            to[in.count++] = (char)c;
    }
    if (n > 0)
        to[in.count] = 0;
    return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize n, C end) {
    int c = take_until(*this, to, n, end);
    return end_input(*this, (c == END ? AT_END : GOOD) | (count == 0 ? FAIL : GOOD));
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize n) {
    return get(to, n, '\n');
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::getline(C *to, streamsize n, C end) {
    bool was_good = this->good();
    int c = take_until(*this, to, n, end), state = GOOD;
    if (!was_good)
        return *this;
    if (c == END)
        state = AT_END;
    else if (c == (unsigned char)end) {
        this->buffer->sbumpc();
        count++;
    } else
        state = FAIL;
    return end_input(*this, state | (count == 0 ? FAIL : GOOD));
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::getline(C *to, streamsize n) {
    return getline(to, n, '\n');
}

/* `end` is a character or END. All characters go if `n` is the largest number. */
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize n, int end) {
    if (!begin_raw_input(*this))
        return *this;
    while (count < n) {
        int c = this->buffer->sbumpc();
        if (c == END)
            return end_input(*this, AT_END);
        count++;
        if (c == end)
            break;
    }
    return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize n) {
    return ignore(n, END);
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore() {
    return ignore(1, END);
}

template <class C, class T> int basic_istream<C, T>::peek() {
    int c = END;
    if (begin_raw_input(*this)) {
        c = this->buffer->sgetc();
        end_input(*this, c == END ? AT_END : GOOD);
    }
    return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::read(C *to, streamsize n) {
    if (!begin_raw_input(*this))
        return *this;
    count = this->buffer->sgetn(to, n);
    return end_input(*this, count != n ? AT_END | FAIL : GOOD);
}

template <class C, class T> streamsize basic_istream<C, T>::readsome(C *to, streamsize n) {
    if (begin_raw_input(*this)) {
        streamsize there = this->buffer->in_avail();
        if (there > 0)
            count = this->buffer->sgetn(to, there < n ? there : n);
        end_input(*this, there == -1 ? AT_END : GOOD);
    }
    return count;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::putback(C c) {
    this->clear(_Ios_Iostate(this->state & ~AT_END));
    if (begin_raw_input(*this))
        end_input(*this, this->buffer->sputbackc(c) == END ? BAD : GOOD);
    return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::unget() {
    this->clear(_Ios_Iostate(this->state & ~AT_END));
    if (begin_raw_input(*this))
        end_input(*this, this->buffer->sungetc() == END ? BAD : GOOD);
    return *this;
}

template <class C, class T> int basic_istream<C, T>::sync() {
    if (!begin_input(*this, true))
        return -1;
    int answer = this->buffer->pubsync();
    end_input(*this, answer == -1 ? BAD : GOOD);
    return answer;
}

template <class C, class T> position basic_istream<C, T>::tellg() {
    position nowhere = {-1, {0, 0}};
    begin_input(*this, true);
    return this->fail() ? nowhere : this->buffer->pubseekoff(0, _Ios_Seekdir(FROM_CURRENT), _Ios_Openmode(IN));
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::seekg(position to) {
    this->clear(_Ios_Iostate(this->state & ~AT_END));
    if (begin_input(*this, true) && this->buffer->pubseekpos(to, _Ios_Openmode(IN)).offset == -1)
        this->setstate(_Ios_Iostate(FAIL));
    return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::seekg(streamoff offset, _Ios_Seekdir from) {
    this->clear(_Ios_Iostate(this->state & ~AT_END));
    if (begin_input(*this, true) && this->buffer->pubseekoff(offset, from, _Ios_Openmode(IN)).offset == -1)
        this->setstate(_Ios_Iostate(FAIL));
    return *this;
}

template <class C, class T> basic_istream<C, T>::basic_istream(basic_streambuf<C, T> *from) : count(0) {
    this->init(from);
}

template <class C, class T> basic_istream<C, T>::~basic_istream() {}

template class basic_istream<char, char_traits<char>>;
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(short &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(int &);
template istream &istream::_M_extract(unsigned &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);

template <class C, class T> basic_iostream<C, T>::basic_iostream(basic_streambuf<C, T> *both) {
    this->init(both);
}

template <class C, class T> basic_iostream<C, T>::~basic_iostream() {}

template class basic_iostream<char, char_traits<char>>;

/* What is no member. */

template <class C, class T> basic_istream<C, T> &ws(basic_istream<C, T> &in) {
    int state = GOOD;
    skip_space(in, &state);
    return end_input(in, state);
}
template istream &ws(istream &);

static istream &take_character(istream &in, char &to) {
    int c = END;
    if (!begin_input(in, false))
        return in;
    c = in.buffer->sbumpc();
    if (c != END)
        to = (char)c;
    return end_input(in, c == END ? AT_END | FAIL : GOOD);
}

template <class C, class T> basic_istream<C, T> &operator>>(basic_istream<C, T> &in, C &to) {
    return take_character(in, to);
}
template istream &operator>>(istream &, char &);

template <class T> basic_istream<char, T> &operator>>(basic_istream<char, T> &in, signed char &to) {
    return take_character(in, (char &)to);
}
template istream &operator>>(istream &, signed char &);

template <class T> basic_istream<char, T> &operator>>(basic_istream<char, T> &in, unsigned char &to) {
    return take_character(in, (char &)to);
}
template istream &operator>>(istream &, unsigned char &);

/* A word into memory with room for `room` characters. */
__attribute__((weak)) void __istream_extract(istream &in, char *to, streamsize room) {
    streamsize taken = 0;
    int state = GOOD;
    if (begin_input(in, false)) {
        if (in.width > 0 && in.width < room)
            room = in.width;
        int c = in.buffer->sgetc();
        for (; taken < room - 1 && c != END && !is_space(c); c = in.buffer->snextc())
            to[taken++] = (char)c;
        if (taken < room - 1 && c == END)
            state |= AT_END;
        to[taken] = 0;
        in.width = 0;
    }
    end_input(in, state | (taken == 0 ? FAIL : GOOD));
}

template <class C, class T, class A> basic_istream<C, T> &operator>>(basic_istream<C, T> &in, basic_string<C, T, A> &to) {
    int state = GOOD;
    if (!begin_input(in, false))
        return in;
    make_empty(to);
    unsigned long most = in.width > 0 ? (unsigned long)in.width : ~0ul;
    int c = in.buffer->sgetc();
    for (; to.length < most && c != END && !is_space(c); c = in.buffer->snextc())
        push(to, (char)c);
    if (to.length < most && c == END)
        state |= AT_END;
    in.width = 0;
    return end_input(in, state | (to.length == 0 ? FAIL : GOOD));
}
template istream &operator>>(istream &, string &);

template <class C, class T, class A> basic_istream<C, T> &getline(basic_istream<C, T> &in, basic_string<C, T, A> &to, C end) {
    if (!begin_input(in, true))
        return in;
    make_empty(to);
    int c = in.buffer->sgetc();
    for (; c != END && c != (unsigned char)end; c = in.buffer->snextc())
        push(to, (char)c);
    if (c == END)
        return end_input(in, AT_END | (to.length == 0 ? FAIL : GOOD));
    in.buffer->sbumpc();
    return in;
}
template istream &getline(istream &, string &, char);

template <class C, class T, class A> basic_istream<C, T> &getline(basic_istream<C, T> &in, basic_string<C, T, A> &to) {
    return getline(in, to, '\n');
}
template istream &getline(istream &, string &);

} // namespace std
