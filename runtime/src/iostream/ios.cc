/* What all streams share: their state and format. */
#include "ios.h"

namespace std {

__attribute__((weak)) ios_base::ios_base() noexcept : callbacks(0), words(), word_count(8), word_array(words + 2), base_locale(0) {}

__attribute__((weak)) void ios_base::_M_init() noexcept {
    precision = 6;
    width = 0;
    flags = SKIPWS | DEC;
}

__attribute__((weak)) locale ios_base::imbue(const locale &) noexcept {
    return locale();
}

template <class C, class T> basic_ios<C, T>::basic_ios() : tied(0), filler(0), filler_is_set(false), buffer(0), characters(0), num_put(0), num_get(0) {}

template <class C, class T> basic_ios<C, T>::basic_ios(basic_streambuf<C, T> *from) : basic_ios() {
    init(from);
}

template <class C, class T> basic_ios<C, T>::~basic_ios() {}

template <class C, class T> void basic_ios<C, T>::init(basic_streambuf<C, T> *from) {
    _M_init();
    characters = &classic_characters;
    filler = ' ';
    filler_is_set = true;
    tied = 0;
    throwing = GOOD;
    buffer = from;
    state = from ? GOOD : BAD;
}

template <class C, class T> basic_ios<C, T>::operator bool() const {
    return !fail();
}

template <class C, class T> bool basic_ios<C, T>::operator!() const {
    return fail();
}

template <class C, class T> _Ios_Iostate basic_ios<C, T>::rdstate() const {
    return _Ios_Iostate(state);
}

template <class C, class T> void basic_ios<C, T>::clear(_Ios_Iostate to) {
    state = buffer ? to : to | BAD;
    if (throwing & state)
        throw_failure();
}

template <class C, class T> void basic_ios<C, T>::setstate(_Ios_Iostate more) {
    clear(_Ios_Iostate(state | more));
}

template <class C, class T> void basic_ios<C, T>::_M_setstate(_Ios_Iostate more) {
    state |= more;
}

template <class C, class T> bool basic_ios<C, T>::good() const {
    return state == GOOD;
}

template <class C, class T> bool basic_ios<C, T>::eof() const {
    return (state & AT_END) != 0;
}

template <class C, class T> bool basic_ios<C, T>::fail() const {
    return (state & (BAD | FAIL)) != 0;
}

template <class C, class T> bool basic_ios<C, T>::bad() const {
    return (state & BAD) != 0;
}

template <class C, class T> _Ios_Iostate basic_ios<C, T>::exceptions() const {
    return _Ios_Iostate(throwing);
}

template <class C, class T> void basic_ios<C, T>::exceptions(_Ios_Iostate which) {
    throwing = which;
    clear(_Ios_Iostate(state));
}

template <class C, class T> basic_ostream<C, T> *basic_ios<C, T>::tie() const {
    return tied;
}

template <class C, class T> basic_ostream<C, T> *basic_ios<C, T>::tie(basic_ostream<C, T> *to) {
    basic_ostream<C, T> *old = tied;
    tied = to;
    return old;
}

template <class C, class T> basic_streambuf<C, T> *basic_ios<C, T>::rdbuf() const {
    return buffer;
}

template <class C, class T> basic_streambuf<C, T> *basic_ios<C, T>::rdbuf(basic_streambuf<C, T> *to) {
    basic_streambuf<C, T> *old = buffer;
    buffer = to;
    clear(_Ios_Iostate(GOOD));
    return old;
}

template <class C, class T> basic_ios<C, T> &basic_ios<C, T>::copyfmt(const basic_ios &other) {
    if (this == &other)
        return *this;
    precision = other.precision;
    width = other.width;
    flags = other.flags;
    tied = other.tied;
    filler = other.filler;
    exceptions(_Ios_Iostate(other.throwing));
    return *this;
}

template <class C, class T> C basic_ios<C, T>::fill() const {
    return filler;
}

template <class C, class T> C basic_ios<C, T>::fill(C to) {
    C old = filler;
    filler = to;
    return old;
}

template <class C, class T> locale basic_ios<C, T>::imbue(const locale &) {
    return locale();
}

template <class C, class T> C basic_ios<C, T>::narrow(C c, C) const {
    return c;
}

template <class C, class T> C basic_ios<C, T>::widen(char c) const {
    return c;
}

template class basic_ios<char, char_traits<char>>;

} // namespace std
