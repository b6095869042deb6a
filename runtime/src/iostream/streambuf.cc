/* Buffers of streams: a place to get characters from and one to put them, and virtual functions for when there are none left. */
#include "ios.h"

namespace std {

template <class C, class T> basic_streambuf<C, T>::~basic_streambuf() {}

template <class C, class T> int basic_streambuf<C, T>::sgetc() {
    return get_next < get_end ? (unsigned char)*get_next : underflow();
}

template <class C, class T> int basic_streambuf<C, T>::sbumpc() {
    return get_next < get_end ? (unsigned char)*get_next++ : uflow();
}

template <class C, class T> int basic_streambuf<C, T>::snextc() {
    return sbumpc() == END ? END : sgetc();
}

template <class C, class T> int basic_streambuf<C, T>::sungetc() {
    return get_start < get_next ? (unsigned char)*--get_next : pbackfail(END);
}

template <class C, class T> int basic_streambuf<C, T>::sputbackc(C c) {
    bool is_there = get_start < get_next && get_next[-1] == c;
    return is_there ? (unsigned char)*--get_next : pbackfail((unsigned char)c);
}

template <class C, class T> int basic_streambuf<C, T>::sputc(C c) {
    return put_next < put_end ? (unsigned char)(*put_next++ = c) : overflow((unsigned char)c);
}

template <class C, class T> streamsize basic_streambuf<C, T>::sgetn(C *to, streamsize n) {
    return xsgetn(to, n);
}

template <class C, class T> streamsize basic_streambuf<C, T>::sputn(const C *from, streamsize n) {
    return xsputn(from, n);
}

template <class C, class T> streamsize basic_streambuf<C, T>::in_avail() {
    return get_next < get_end ? get_end - get_next : showmanyc();
}

template <class C, class T> int basic_streambuf<C, T>::pubsync() {
    return sync();
}

template <class C, class T> position basic_streambuf<C, T>::pubseekoff(streamoff offset, _Ios_Seekdir from, _Ios_Openmode which) {
    return seekoff(offset, from, which);
}

template <class C, class T> position basic_streambuf<C, T>::pubseekpos(position to, _Ios_Openmode which) {
    return seekpos(to, which);
}

template <class C, class T> void basic_streambuf<C, T>::imbue(const locale &) {}

template <class C, class T> basic_streambuf<C, T> *basic_streambuf<C, T>::setbuf(C *, streamsize) {
    return this;
}

template <class C, class T> position basic_streambuf<C, T>::seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) {
    return {-1, {0, 0}};
}

template <class C, class T> position basic_streambuf<C, T>::seekpos(position, _Ios_Openmode) {
    return {-1, {0, 0}};
}

template <class C, class T> int basic_streambuf<C, T>::sync() {
    return 0;
}

template <class C, class T> streamsize basic_streambuf<C, T>::showmanyc() {
    return 0;
}

template <class C, class T> streamsize basic_streambuf<C, T>::xsgetn(C *to, streamsize n) {
    streamsize got = 0;
    while (got < n) {
        int c = sbumpc();
        if (c == END)
            break;
        to[got++] = (C)c;
    }
    return got;
}

template <class C, class T> int basic_streambuf<C, T>::underflow() {
    return END;
}

template <class C, class T> int basic_streambuf<C, T>::uflow() {
    return underflow() == END ? END : (unsigned char)*get_next++;
}

template <class C, class T> int basic_streambuf<C, T>::pbackfail(int) {
    return END;
}

/* A length that is known: by forking, if it was not. */
static streamsize known_length(streamsize n) {
    streamsize known = 0;
    if (!braid_is_symbolic((unsigned long)n))
        return n;
    while (known < n)
        known++;
    return known;
}

/* As many at once as there is room for, then the one that makes room. Characters are laid down beside all that a stream holds, so
 * their place must be known. */
template <class C, class T> streamsize basic_streambuf<C, T>::xsputn(const C *from, streamsize length) {
    streamsize done = 0, n = known_length(length);
    while (done < n) {
        streamsize room = put_end - put_next, left = n - done, some = room < left ? room : left;
        if (room > 0) {
            memcpy(put_next, from + done, (unsigned long)some);
            put_next += some;
            done += some;
        } else if (overflow((unsigned char)from[done]) != END)
            done++;
        else
            break;
    }
    return done;
}

template <class C, class T> int basic_streambuf<C, T>::overflow(int) {
    return END;
}

template class basic_streambuf<char, char_traits<char>>;

} // namespace std
