/* Streams over files, on descriptors of the file model. One buffer serves for reading or for writing, as in libstdc++; characters are bytes, for there is one
 * locale. What arrives when is decided by the buffer: a write that does not fit empties it first. */
#include "ios.h"

extern "C" {
int open(const char *path, int flags, ...);
int close(int descriptor);
long write(int descriptor, const void *bytes, unsigned long n);
long lseek(int descriptor, long offset, int from);
}
union pthread_mutex_t;
void *operator new(unsigned long size);
void operator delete(void *p) noexcept;

namespace std {

enum { BINARY = 4, TRUNC = 32, BUFFER_SIZE = 8192 };
enum { O_READ = 0, O_WRITE = 1, O_BOTH = 2, O_CREATE = 0100, O_TRUNCATE = 01000, O_APPENDING = 02000 };

/* The file of a buffer. In place of the C library's stream there is the descriptor and 1; 0 if it is closed. */
template <class C> class __basic_file;
template <> class __basic_file<char> {
  public:
    unsigned long opened;
    bool is_owned;
    __basic_file(pthread_mutex_t *) noexcept;
    ~__basic_file();
    bool is_open() const;
    int fd();
};

__attribute__((weak)) __basic_file<char>::__basic_file(pthread_mutex_t *) noexcept : opened(0), is_owned(false) {}
__attribute__((weak)) __basic_file<char>::~__basic_file() {}
__attribute__((weak)) bool __basic_file<char>::is_open() const {
    return opened != 0;
}
__attribute__((weak)) int __basic_file<char>::fd() {
    return (int)opened - 1;
}

template <class C, class T> class basic_filebuf : public basic_streambuf<C, T> {
  public:
    long lock[5];
    __basic_file<char> file;
    int mode;
    int states[6];
    C *buffer;
    unsigned long buffer_size;
    bool owns_buffer, is_reading, is_writing;
    C put_back;
    C *kept_next, *kept_end;
    bool has_put_back;
    const void *codecvt;
    char *external;
    streamsize external_size;
    const char *external_next;
    char *external_end;

    basic_filebuf();
    virtual ~basic_filebuf();
    bool is_open() const;
    basic_filebuf *open(const char *, _Ios_Openmode);
    basic_filebuf *open(const string &, _Ios_Openmode);
    basic_filebuf *close();

    basic_streambuf<C, T> *setbuf(C *, streamsize) override;
    position seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) override;
    position seekpos(position, _Ios_Openmode) override;
    int sync() override;
    streamsize showmanyc() override;
    int underflow() override;
    int pbackfail(int) override;
    int overflow(int) override;

  private:
    void forget();
    bool flush();
    bool begin_writing();
};

template <class C, class T>
basic_filebuf<C, T>::basic_filebuf()
    : lock(), file((pthread_mutex_t *)lock), mode(0), states(), buffer(0), buffer_size(BUFFER_SIZE), owns_buffer(false), is_reading(false), is_writing(false), put_back(0),
      kept_next(0), kept_end(0), has_put_back(false), codecvt(0), external(0), external_size(0), external_next(0), external_end(0) {}

template <class C, class T> basic_filebuf<C, T>::~basic_filebuf() {
    close();
}

template <class C, class T> bool basic_filebuf<C, T>::is_open() const {
    return file.is_open();
}

/* How a mode opens a file; -1 if there is no such mode. */
static int flags_of(int mode) {
    switch (mode & (IN | OUT | TRUNC | APP)) {
    case OUT:
    case OUT | TRUNC: return O_WRITE | O_CREATE | O_TRUNCATE;
    case APP:
    case OUT | APP: return O_WRITE | O_CREATE | O_APPENDING;
    case IN: return O_READ;
    case IN | OUT: return O_BOTH;
    case IN | OUT | TRUNC: return O_BOTH | O_CREATE | O_TRUNCATE;
    case IN | APP:
    case IN | OUT | APP: return O_BOTH | O_CREATE | O_APPENDING;
    default: return -1;
    }
}

template <class C, class T> basic_filebuf<C, T> *basic_filebuf<C, T>::open(const char *path, _Ios_Openmode how) {
    int flags = flags_of(how);
    if (is_open() || flags < 0)
        return 0;
    int descriptor = ::open(path, flags, 0666);
    if (descriptor < 0)
        return 0;
    file.opened = (unsigned long)descriptor + 1;
    mode = how;
    if (!buffer && buffer_size > 1) {
        buffer = (C *)operator new(buffer_size);
        owns_buffer = true;
    }
    forget();
    if (mode & ATE && lseek(descriptor, 0, FROM_END) < 0) {
        close();
        return 0;
    }
    return this;
}

template <class C, class T> basic_filebuf<C, T> *basic_filebuf<C, T>::open(const string &path, _Ios_Openmode how) {
    return open(path.data, how);
}

template <class C, class T> basic_filebuf<C, T> *basic_filebuf<C, T>::close() {
    if (!is_open())
        return 0;
    bool is_done = flush();
    is_done = ::close(file.fd()) == 0 && is_done;
    file.opened = 0;
    mode = 0;
    forget();
    if (owns_buffer) {
        operator delete(buffer);
        buffer = 0;
        owns_buffer = false;
    }
    return is_done ? this : 0;
}

/* Neither reads nor writes. */
template <class C, class T> void basic_filebuf<C, T>::forget() {
    is_reading = is_writing = false;
    this->get_start = this->get_next = this->get_end = buffer;
    this->put_start = this->put_next = this->put_end = 0;
}

static bool write_all(int descriptor, const void *bytes, unsigned long size) {
    for (unsigned long done = 0; done < size;) {
        long some = write(descriptor, (const char *)bytes + done, size - done);
        if (some < 0)
            return false;
        done += (unsigned long)some;
    }
    return true;
}

/* Writes what was put. */
template <class C, class T> bool basic_filebuf<C, T>::flush() {
    unsigned long size = (unsigned long)(this->put_next - this->put_start);
    this->put_next = this->put_start;
    return !is_writing || write_all(file.fd(), this->put_start, size);
}

/* The place to put characters; the file stands where the next character would have been read. */
template <class C, class T> bool basic_filebuf<C, T>::begin_writing() {
    if (is_writing)
        return true;
    if (is_reading && this->get_next < this->get_end && lseek(file.fd(), this->get_next - this->get_end, FROM_CURRENT) < 0)
        return false;
    forget();
    is_writing = true;
    this->put_start = this->put_next = buffer;
    this->put_end = buffer ? buffer + buffer_size - 1 : 0;
    return true;
}

template <class C, class T> int basic_filebuf<C, T>::overflow(int c) {
    C one = (C)c;
    if (!is_open() || !(mode & (OUT | APP)) || !begin_writing())
        return END;
    if (this->put_next == this->put_end && !flush())
        return END;
    if (c == END)
        return 0;
    if (this->put_next == this->put_end)
        return write_all(file.fd(), &one, 1) ? (unsigned char)one : END;
    return (unsigned char)(*this->put_next++ = one);
}

template <class C, class T> int basic_filebuf<C, T>::underflow() {
    if (!is_open() || !(mode & IN))
        return END;
    if (is_writing && !flush())
        return END;
    if (is_writing)
        forget();
    if (is_reading && this->get_next < this->get_end)
        return (unsigned char)*this->get_next;
    C *to = buffer ? buffer : &put_back;
    long got = read(file.fd(), to, buffer ? buffer_size - 1 : 1);
    is_reading = true;
    this->get_start = this->get_next = to;
    this->get_end = to + (got < 0 ? 0 : got);
    return got <= 0 ? END : (unsigned char)*to;
}

/* A character that is put back takes the place of the one that was read; in front of the buffer the file is read again. */
template <class C, class T> int basic_filebuf<C, T>::pbackfail(int c) {
    if (!is_open() || !(mode & IN))
        return END;
    if (this->get_start < this->get_next)
        this->get_next--;
    else if (seekoff(-1, _Ios_Seekdir(FROM_CURRENT), _Ios_Openmode(IN)).offset < 0 || underflow() == END)
        return END;
    if (c != END)
        *this->get_next = (C)c;
    return c == END ? 0 : (unsigned char)*this->get_next;
}

template <class C, class T> basic_streambuf<C, T> *basic_filebuf<C, T>::setbuf(C *place, streamsize size) {
    if (is_open())
        return this;
    if (!place && size == 0)
        buffer_size = 1;
    if (place && size > 0) {
        buffer = place;
        buffer_size = (unsigned long)size;
    }
    return this;
}

template <class C, class T> position basic_filebuf<C, T>::seekoff(streamoff offset, _Ios_Seekdir from, _Ios_Openmode) {
    position nowhere = {-1, {0, 0}};
    if (!is_open())
        return nowhere;
    long ahead = is_reading ? this->get_end - this->get_next : 0, behind = is_writing ? this->put_next - this->put_start : 0;
    if ((int)from == FROM_CURRENT && offset == 0) {
        long at = lseek(file.fd(), 0, FROM_CURRENT);
        return at < 0 ? nowhere : position{at - ahead + behind, {0, 0}};
    }
    if (!flush())
        return nowhere;
    long at = lseek(file.fd(), offset - ((int)from == FROM_CURRENT ? ahead : 0), from);
    if (at < 0)
        return nowhere;
    forget();
    return {at, {0, 0}};
}

template <class C, class T> position basic_filebuf<C, T>::seekpos(position to, _Ios_Openmode which) {
    return seekoff(to.offset, _Ios_Seekdir(FROM_START), which);
}

template <class C, class T> int basic_filebuf<C, T>::sync() {
    return flush() ? 0 : -1;
}

/* What is there without waiting: the rest of the file. */
template <class C, class T> streamsize basic_filebuf<C, T>::showmanyc() {
    if (!is_open() || !(mode & IN))
        return -1;
    long at = lseek(file.fd(), 0, FROM_CURRENT), end = lseek(file.fd(), 0, FROM_END);
    if (at >= 0)
        lseek(file.fd(), at, FROM_START);
    return (this->get_end - this->get_next) + (at < 0 || end < at ? 0 : end - at);
}

template class basic_filebuf<char, char_traits<char>>;
static_assert(sizeof(basic_filebuf<char, char_traits<char>>) == 240, "libstdc++'s layout");

/* A stream that holds its buffer. `always` is part of every mode it is opened with. */
#define FILE_STREAM(name, base, always, size)                                                                          \
    template <class C, class T> class name : public base<C, T> {                                                       \
      public:                                                                                                          \
        basic_filebuf<C, T> own;                                                                                       \
                                                                                                                       \
        name();                                                                                                        \
        explicit name(const char *, _Ios_Openmode);                                                                    \
        explicit name(const string &, _Ios_Openmode);                                                                  \
        virtual ~name();                                                                                               \
        basic_filebuf<C, T> *rdbuf() const;                                                                            \
        bool is_open();                                                                                                \
        bool is_open() const;                                                                                          \
        void open(const char *, _Ios_Openmode);                                                                        \
        void open(const string &, _Ios_Openmode);                                                                      \
        void close();                                                                                                  \
    };                                                                                                                 \
    template <class C, class T> name<C, T>::name() {                                                                   \
        this->init(&own);                                                                                              \
    }                                                                                                                  \
    template <class C, class T> name<C, T>::name(const char *path, _Ios_Openmode how) {                                \
        this->init(&own);                                                                                              \
        open(path, how);                                                                                               \
    }                                                                                                                  \
    template <class C, class T> name<C, T>::name(const string &path, _Ios_Openmode how) : name(path.data, how) {}      \
    template <class C, class T> name<C, T>::~name() {}                                                                 \
    template <class C, class T> basic_filebuf<C, T> *name<C, T>::rdbuf() const {                                       \
        return const_cast<basic_filebuf<C, T> *>(&own);                                                                \
    }                                                                                                                  \
    template <class C, class T> bool name<C, T>::is_open() {                                                           \
        return own.is_open();                                                                                          \
    }                                                                                                                  \
    template <class C, class T> bool name<C, T>::is_open() const {                                                     \
        return own.is_open();                                                                                          \
    }                                                                                                                  \
    template <class C, class T> void name<C, T>::open(const char *path, _Ios_Openmode how) {                           \
        if (own.open(path, _Ios_Openmode(how | always)))                                                               \
            this->clear(_Ios_Iostate(GOOD));                                                                           \
        else                                                                                                           \
            this->setstate(_Ios_Iostate(FAIL));                                                                        \
    }                                                                                                                  \
    template <class C, class T> void name<C, T>::open(const string &path, _Ios_Openmode how) {                         \
        open(path.data, how);                                                                                          \
    }                                                                                                                  \
    template <class C, class T> void name<C, T>::close() {                                                             \
        if (!own.close())                                                                                              \
            this->setstate(_Ios_Iostate(FAIL));                                                                        \
    }                                                                                                                  \
    template class name<char, char_traits<char>>;                                                                      \
    static_assert(sizeof(name<char, char_traits<char>>) == size, "libstdc++'s layout");

FILE_STREAM(basic_ofstream, basic_ostream, OUT, 512)
FILE_STREAM(basic_ifstream, basic_istream, IN, 520)
FILE_STREAM(basic_fstream, basic_iostream, 0, 528)

} // namespace std
