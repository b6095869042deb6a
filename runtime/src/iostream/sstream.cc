/* Streams over strings. The string is the buffer: its memory is the place to put characters, up to its capacity; what was put
 * becomes part of the place to get from when that is looked at. */
#include "ios.h"

namespace std {

template <class C, class T> class basic_string_view {
  public:
    unsigned long length;
    const C *data;
};

inline namespace __cxx11 {

template <class C, class T, class A> class basic_stringbuf : public basic_streambuf<C, T> {
  public:
    int mode;
    basic_string<C, T, A> text;

    basic_stringbuf();
    explicit basic_stringbuf(_Ios_Openmode);
    basic_stringbuf(const basic_string<C, T, A> &, _Ios_Openmode);
    basic_stringbuf(basic_string<C, T, A> &&, _Ios_Openmode);
    virtual ~basic_stringbuf();
    basic_string<C, T, A> str() const;
    void str(const basic_string<C, T, A> &);
    void str(basic_string<C, T, A> &&);
    basic_string_view<C, T> view() const;
    void _M_stringbuf_init(_Ios_Openmode);
    void _M_sync(C *, unsigned long, unsigned long);
    void _M_update_egptr();

    streamsize showmanyc() override;
    int underflow() override;
    int pbackfail(int) override;
    int overflow(int) override;
    basic_streambuf<C, T> *setbuf(C *, streamsize) override;
    position seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) override;
    position seekpos(position, _Ios_Openmode) override;
};


template <class C, class T, class A> basic_stringbuf<C, T, A>::basic_stringbuf() : basic_stringbuf(_Ios_Openmode(IN | OUT)) {}

template <class C, class T, class A> basic_stringbuf<C, T, A>::basic_stringbuf(_Ios_Openmode how) : mode(how) {
    make_string(text, "", 0);
    _M_stringbuf_init(how);
}

template <class C, class T, class A>
basic_stringbuf<C, T, A>::basic_stringbuf(const basic_string<C, T, A> &from, _Ios_Openmode how) : mode(how) {
    make_string(text, from.data, from.length);
    _M_stringbuf_init(how);
}

/* A string that is given away is copied too, and left empty. */
template <class C, class T, class A>
basic_stringbuf<C, T, A>::basic_stringbuf(basic_string<C, T, A> &&from, _Ios_Openmode how)
    : basic_stringbuf((const basic_string<C, T, A> &)from, how) {
    make_empty(from);
}

template <class C, class T, class A> basic_stringbuf<C, T, A>::~basic_stringbuf() {
    end_string(text);
}

/* The places, by offsets of what comes next. Without input, the end of the place to get from still is that of the text. */
template <class C, class T, class A> void basic_stringbuf<C, T, A>::_M_sync(C *base, unsigned long got, unsigned long put) {
    C *end = base + text.length;
    this->get_start = mode & IN ? base : mode & OUT ? end : 0;
    this->get_next = mode & IN ? base + got : this->get_start;
    this->get_end = mode & (IN | OUT) ? end : 0;
    if (mode & OUT) {
        this->put_start = base;
        this->put_next = base + put;
        this->put_end = base + capacity_of(text);
    }
}

template <class C, class T, class A> void basic_stringbuf<C, T, A>::_M_stringbuf_init(_Ios_Openmode how) {
    mode = how;
    _M_sync(text.data, 0, how & (ATE | APP) ? text.length : 0);
}

template <class C, class T, class A> void basic_stringbuf<C, T, A>::_M_update_egptr() {
    if (!this->put_next || this->put_next <= this->get_end)
        return;
    this->get_end = this->put_next;
    if (!(mode & IN))
        this->get_start = this->get_next = this->put_next;
}

/* What was put, or given if nothing can be. */
template <class C, class T, class A> basic_string_view<C, T> basic_stringbuf<C, T, A>::view() const {
    C *end = this->put_next > this->get_end ? this->put_next : this->get_end;
    if (this->put_next)
        return {(unsigned long)(end - this->put_start), this->put_start};
    return {text.length, text.data};
}

template <class C, class T, class A> basic_string<C, T, A> basic_stringbuf<C, T, A>::str() const {
    basic_string<C, T, A> copy;
    make_string(copy, view().data, view().length);
    return copy;
}

template <class C, class T, class A> void basic_stringbuf<C, T, A>::str(const basic_string<C, T, A> &from) {
    C *old = text.data == text.local ? 0 : text.data;
    make_string(text, from.data, from.length);
    operator delete(old);
    _M_stringbuf_init(_Ios_Openmode(mode));
}

template <class C, class T, class A> void basic_stringbuf<C, T, A>::str(basic_string<C, T, A> &&from) {
    str((const basic_string<C, T, A> &)from);
    make_empty(from);
}

template <class C, class T, class A> streamsize basic_stringbuf<C, T, A>::showmanyc() {
    if (!(mode & IN))
        return -1;
    _M_update_egptr();
    return this->get_end - this->get_next;
}

template <class C, class T, class A> int basic_stringbuf<C, T, A>::underflow() {
    if (!(mode & IN))
        return END;
    _M_update_egptr();
    return this->get_next < this->get_end ? (unsigned char)*this->get_next : END;
}

template <class C, class T, class A> int basic_stringbuf<C, T, A>::pbackfail(int c) {
    if (this->get_start >= this->get_next)
        return END;
    if (c == END) {
        this->get_next--;
        return 0;
    }
    bool same = this->get_next[-1] == (C)c;
    if (!same && !(mode & OUT))
        return END;
    *--this->get_next = (C)c;
    return c;
}

/* Room is made by doubling, from 512 characters on. */
template <class C, class T, class A> int basic_stringbuf<C, T, A>::overflow(int c) {
    if (!(mode & OUT))
        return END;
    if (c == END)
        return 0;
    unsigned long capacity = capacity_of(text), put = (unsigned long)(this->put_next - this->put_start);
    if (this->put_next == this->put_end) {
        unsigned long larger = 2 * capacity > 512 ? 2 * capacity : 512;
        C *memory = (C *)operator new(larger + 1);
        memcpy(memory, this->put_start, put);
        unsigned long got = mode & IN ? (unsigned long)(this->get_next - this->get_start) : 0;
        end_string(text);
        text.data = memory;
        text.capacity = larger;
        text.length = put;
        _M_sync(memory, got, put);
    }
    *this->put_next++ = (C)c;
    return c;
}

template <class C, class T, class A> basic_streambuf<C, T> *basic_stringbuf<C, T, A>::setbuf(C *, streamsize) {
    return this;
}

/* Positions count from the start of the text, for getting, for putting, or for both. */
template <class C, class T, class A>
position basic_stringbuf<C, T, A>::seekoff(streamoff offset, _Ios_Seekdir from, _Ios_Openmode which) {
    bool both = (which & IN) && (which & OUT), get = mode & which & IN, put = mode & which & OUT;
    position nowhere = {-1, {0, 0}};
    if (!(get || put) || (both && (int)from == FROM_CURRENT))
        return nowhere;
    _M_update_egptr();
    C *start = mode & IN ? this->get_start : this->put_start;
    streamoff size = this->get_end - start;
    streamoff next = get ? this->get_next - start : this->put_next - start;
    streamoff to = offset + ((int)from == FROM_CURRENT ? next : (int)from == FROM_END ? size : 0);
    if (to < 0 || to > size)
        return nowhere;
    if (get)
        this->get_next = start + to;
    if (put)
        this->put_next = start + to;
    return {to, {0, 0}};
}

template <class C, class T, class A> position basic_stringbuf<C, T, A>::seekpos(position to, _Ios_Openmode which) {
    return seekoff(to.offset, _Ios_Seekdir(FROM_START), which);
}

template class basic_stringbuf<char, char_traits<char>, allocator<char>>;
typedef basic_stringbuf<char, char_traits<char>, allocator<char>> stringbuf;
static_assert(sizeof(stringbuf) == 104, "libstdc++'s layout");

/* A stream that holds its buffer. `always` is part of every mode it is opened with. */
#define STRING_STREAM(name, base, always, usual, size)                                                                \
    template <class C, class T, class A> class name : public base<C, T> {                                             \
      public:                                                                                                         \
        basic_stringbuf<C, T, A> own;                                                                                 \
                                                                                                                      \
        name();                                                                                                       \
        explicit name(_Ios_Openmode);                                                                                 \
        name(const basic_string<C, T, A> &, _Ios_Openmode);                                                           \
        name(basic_string<C, T, A> &&, _Ios_Openmode);                                                                \
        virtual ~name();                                                                                              \
        basic_stringbuf<C, T, A> *rdbuf() const;                                                                      \
        basic_string<C, T, A> str() const;                                                                            \
        void str(const basic_string<C, T, A> &);                                                                      \
        void str(basic_string<C, T, A> &&);                                                                           \
        basic_string_view<C, T> view() const;                                                                         \
    };                                                                                                                \
    template <class C, class T, class A> name<C, T, A>::name() : own(_Ios_Openmode(usual)) {                          \
        this->init(&own);                                                                                             \
    }                                                                                                                 \
    template <class C, class T, class A> name<C, T, A>::name(_Ios_Openmode how) : own(_Ios_Openmode(how | always)) {  \
        this->init(&own);                                                                                             \
    }                                                                                                                 \
    template <class C, class T, class A>                                                                              \
    name<C, T, A>::name(const basic_string<C, T, A> &from, _Ios_Openmode how)                                         \
        : own(from, _Ios_Openmode(how | always)) {                                                                    \
        this->init(&own);                                                                                             \
    }                                                                                                                 \
    template <class C, class T, class A> name<C, T, A>::~name() {}                                                    \
    template <class C, class T, class A> basic_stringbuf<C, T, A> *name<C, T, A>::rdbuf() const {                     \
        return const_cast<basic_stringbuf<C, T, A> *>(&own);                                                          \
    }                                                                                                                 \
    template <class C, class T, class A> basic_string<C, T, A> name<C, T, A>::str() const {                           \
        return own.str();                                                                                             \
    }                                                                                                                 \
    template <class C, class T, class A> void name<C, T, A>::str(const basic_string<C, T, A> &from) {                 \
        own.str(from);                                                                                                \
    }                                                                                                                 \
    template <class C, class T, class A>                                                                              \
    name<C, T, A>::name(basic_string<C, T, A> &&from, _Ios_Openmode how)                                              \
        : own((basic_string<C, T, A> &&)from, _Ios_Openmode(how | always)) {                                          \
        this->init(&own);                                                                                             \
    }                                                                                                                 \
    template <class C, class T, class A> void name<C, T, A>::str(basic_string<C, T, A> &&from) {                      \
        own.str((basic_string<C, T, A> &&)from);                                                                      \
    }                                                                                                                 \
    template <class C, class T, class A> basic_string_view<C, T> name<C, T, A>::view() const {                        \
        return own.view();                                                                                            \
    }                                                                                                                 \
    template class name<char, char_traits<char>, allocator<char>>;                                                    \
    static_assert(sizeof(name<char, char_traits<char>, allocator<char>>) == size, "libstdc++'s layout");

STRING_STREAM(basic_ostringstream, basic_ostream, OUT, OUT, 376)
STRING_STREAM(basic_istringstream, basic_istream, IN, IN, 384)
STRING_STREAM(basic_stringstream, basic_iostream, 0, IN | OUT, 392)

} // namespace __cxx11

/* Since C++20 str() is two functions, for streams that stay and for those that go; one class cannot have them beside the old. */
#define NEW_STR(name, letters)                                                                                        \
    typedef name<char, char_traits<char>, allocator<char>> one_##name;                                                \
    __attribute__((weak)) string str_of_kept_##name(const one_##name &from) __asm__(                                  \
        "_ZNKRSt7__cxx11" #letters #name "IcSt11char_traitsIcESaIcEE3strEv");                                         \
    __attribute__((weak)) string str_of_given_##name(one_##name &from) __asm__(                                       \
        "_ZNOSt7__cxx11" #letters #name "IcSt11char_traitsIcESaIcEE3strEv");                                          \
    string str_of_kept_##name(const one_##name &from) {                                                               \
        return from.str();                                                                                            \
    }                                                                                                                 \
    string str_of_given_##name(one_##name &from) {                                                                    \
        string text, none;                                                                                            \
        make_string(text, from.view().data, from.view().length);                                                      \
        make_string(none, "", 0);                                                                                     \
        from.str(none);                                                                                               \
        return text;                                                                                                  \
    }

NEW_STR(basic_stringbuf, 15)
NEW_STR(basic_ostringstream, 19)
NEW_STR(basic_istringstream, 19)
NEW_STR(basic_stringstream, 18)

} // namespace std
