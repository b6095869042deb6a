/* The classes of C++'s streams of characters as libstdc++ lays them out: programs are compiled with its headers, whose inline
 * functions read and write fields, and whose other functions are called by their mangled names.
 *
 * Here the classes are declared once more, with the same names, bases, fields and order of virtual functions; the compiler
 * makes the names and tables from them. Fields that nobody here reads have their place only. There is one locale, the
 * classic one. */
#ifndef BRAID_IOS_H
#define BRAID_IOS_H

/* Of the rest of the runtime, and of the engine. */
extern "C" {
void __braid_put(int descriptor, const void *bytes, unsigned long size);
void __braid_put_byte(int descriptor, const unsigned char *byte);
void __braid_flush(int descriptor);
int __braid_output_of(int descriptor);
long read(int descriptor, void *to, unsigned long n);
[[noreturn]] void __braid_unsupported(const char *what);
unsigned braid_is_symbolic(unsigned long value);
void *memcpy(void *to, const void *from, unsigned long size);
void *memset(void *to, int byte, unsigned long size);
int snprintf(char *to, unsigned long size, const char *format, ...);
unsigned long strlen(const char *text);
int toupper(int c);
int tolower(int c);
float strtof(const char *text, char **end);
double strtod(const char *text, char **end);
long double strtold(const char *text, char **end);
}

/* The state between calls of a conversion of multibyte characters; part of a position. */
struct __mbstate_t {
    int count, value;
};

namespace std {

typedef long streamsize;
typedef long streamoff;


enum _Ios_Fmtflags : int {};
enum _Ios_Openmode : int {};
enum _Ios_Iostate : int {};
enum _Ios_Seekdir : int {};

enum flags : int {
    BOOLALPHA = 1 << 0,
    DEC = 1 << 1,
    FIXED = 1 << 2,
    HEX = 1 << 3,
    INTERNAL = 1 << 4,
    LEFT = 1 << 5,
    OCT = 1 << 6,
    SCIENTIFIC = 1 << 8,
    SHOWBASE = 1 << 9,
    SHOWPOINT = 1 << 10,
    SHOWPOS = 1 << 11,
    SKIPWS = 1 << 12,
    UNITBUF = 1 << 13,
    UPPERCASE = 1 << 14,
    ADJUST = LEFT | 1 << 7 | INTERNAL,
    BASE = DEC | OCT | HEX,
    FLOAT = SCIENTIFIC | FIXED
};
enum openmode : int { APP = 1, ATE = 2, IN = 8, OUT = 16 };
enum iostate : int { GOOD = 0, BAD = 1, AT_END = 2, FAIL = 4 };
enum seekdir : int { FROM_START, FROM_CURRENT, FROM_END };
enum { END = -1 };

template <class Char> struct char_traits;
template <class T> class allocator;

template <class State> class fpos {
  public:
    streamoff offset;
    State state;
};
typedef fpos<__mbstate_t> position;

/* A handle of what nobody looks at. */
class locale {
  public:
    class facet;
    void *impl;
    locale() noexcept;
    locale(const locale &) noexcept;
    explicit locale(const char *);
    ~locale() noexcept;
    const locale &operator=(const locale &) noexcept;
    bool operator==(const locale &) const noexcept;
    static const locale &classic();
    static locale global(const locale &);
};

class locale::facet {
  public:
    int references;
    constexpr facet() : references(1) {}
    virtual ~facet() {}
};

/* The facet of character classes, of which inline functions read the tables. */
template <class Char> class ctype;
template <> class ctype<char> : public locale::facet {
  public:
    void *c_locale;
    bool owns_table;
    const int *to_upper, *to_lower;
    const unsigned short *classes;
    mutable char can_widen;
    mutable char widened[256], narrowed[256];
    mutable char can_narrow;

    constexpr ctype();
    virtual char do_toupper(char c) const { return (char)toupper((unsigned char)c); }
    virtual const char *do_toupper(char *at, const char *end) const {
        for (; at < end; at++)
            *at = do_toupper(*at);
        return end;
    }
    virtual char do_tolower(char c) const { return (char)tolower((unsigned char)c); }
    virtual const char *do_tolower(char *at, const char *end) const {
        for (; at < end; at++)
            *at = do_tolower(*at);
        return end;
    }
    virtual char do_widen(char c) const { return c; }
    virtual const char *do_widen(const char *from, const char *end, char *to) const {
        memcpy(to, from, (unsigned long)(end - from));
        return end;
    }
    virtual char do_narrow(char c, char) const { return c; }
    virtual const char *do_narrow(const char *from, const char *end, char, char *to) const {
        memcpy(to, from, (unsigned long)(end - from));
        return end;
    }
};

inline namespace __cxx11 {
/* A string holds up to 15 characters itself. Its functions are part of the program that uses them, not of the library. */
template <class Char, class Traits, class Allocator> class basic_string {
  public:
    Char *data;
    unsigned long length;
    union {
        Char local[16];
        unsigned long capacity;
    };
    /* Never copied as bytes: its address may be in it. */
    basic_string() {}
    basic_string(const basic_string &);
};
} // namespace __cxx11
typedef basic_string<char, char_traits<char>, allocator<char>> string;

template <class Char, class Traits> class basic_streambuf {
  public:
    Char *get_start, *get_next, *get_end;
    Char *put_start, *put_next, *put_end;
    void *buffer_locale;

    constexpr basic_streambuf() : get_start(0), get_next(0), get_end(0), put_start(0), put_next(0), put_end(0), buffer_locale(0) {}
    virtual ~basic_streambuf();

    int sgetc();
    int sbumpc();
    int snextc();
    int sungetc();
    int sputbackc(Char c);
    int sputc(Char c);
    streamsize sgetn(Char *to, streamsize n);
    streamsize sputn(const Char *from, streamsize n);
    streamsize in_avail();
    int pubsync();
    position pubseekoff(streamoff offset, _Ios_Seekdir from, _Ios_Openmode which);
    position pubseekpos(position to, _Ios_Openmode which);

    virtual void imbue(const locale &);
    virtual basic_streambuf *setbuf(Char *, streamsize);
    virtual position seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode);
    virtual position seekpos(position, _Ios_Openmode);
    virtual int sync();
    virtual streamsize showmanyc();
    virtual streamsize xsgetn(Char *, streamsize);
    virtual int underflow();
    virtual int uflow();
    virtual int pbackfail(int);
    virtual streamsize xsputn(const Char *, streamsize);
    virtual int overflow(int);
};

class ios_base {
  public:
    class __attribute__((abi_tag("cxx11"))) failure;
    streamsize precision, width;
    int flags, throwing, state;
    void *callbacks;
    void *words[18];
    int word_count;
    void *word_array;
    void *base_locale;

    ios_base() noexcept;
    virtual ~ios_base() {}
    void _M_init() noexcept;
    static bool sync_with_stdio(bool);
    locale imbue(const locale &) noexcept;
};

template <class Char, class Traits> class basic_ostream;

template <class Char, class Traits> class basic_ios : public ios_base {
  public:
    basic_ostream<Char, Traits> *tied;
    Char filler;
    bool filler_is_set;
    basic_streambuf<Char, Traits> *buffer;
    const ctype<char> *characters;
    const void *num_put, *num_get;

    basic_ios();
    explicit basic_ios(basic_streambuf<Char, Traits> *);
    virtual ~basic_ios();

    explicit operator bool() const;
    bool operator!() const;
    _Ios_Iostate rdstate() const;
    void clear(_Ios_Iostate);
    void setstate(_Ios_Iostate);
    void _M_setstate(_Ios_Iostate);
    bool good() const;
    bool eof() const;
    bool fail() const;
    bool bad() const;
    _Ios_Iostate exceptions() const;
    void exceptions(_Ios_Iostate);
    basic_ostream<Char, Traits> *tie() const;
    basic_ostream<Char, Traits> *tie(basic_ostream<Char, Traits> *);
    basic_streambuf<Char, Traits> *rdbuf() const;
    basic_streambuf<Char, Traits> *rdbuf(basic_streambuf<Char, Traits> *);
    basic_ios &copyfmt(const basic_ios &);
    Char fill() const;
    Char fill(Char);
    locale imbue(const locale &);
    Char narrow(Char, Char) const;
    Char widen(char) const;
    void init(basic_streambuf<Char, Traits> *);
};

template <class Char, class Traits> class basic_ostream : virtual public basic_ios<Char, Traits> {
  public:
    class sentry {
      public:
        bool ok;
        basic_ostream &stream;
        explicit sentry(basic_ostream &);
        ~sentry();
    };

    basic_ostream() {}
    explicit basic_ostream(basic_streambuf<Char, Traits> *);
    virtual ~basic_ostream();

    basic_ostream &operator<<(basic_ostream &(*)(basic_ostream &));
    basic_ostream &operator<<(basic_ios<Char, Traits> &(*)(basic_ios<Char, Traits> &));
    basic_ostream &operator<<(ios_base &(*)(ios_base &));
    basic_ostream &operator<<(long);
    basic_ostream &operator<<(unsigned long);
    basic_ostream &operator<<(bool);
    basic_ostream &operator<<(short);
    basic_ostream &operator<<(unsigned short);
    basic_ostream &operator<<(int);
    basic_ostream &operator<<(unsigned);
    basic_ostream &operator<<(long long);
    basic_ostream &operator<<(unsigned long long);
    basic_ostream &operator<<(double);
    basic_ostream &operator<<(float);
    basic_ostream &operator<<(long double);
    basic_ostream &operator<<(const void *);
    basic_ostream &operator<<(decltype(nullptr));
    basic_ostream &operator<<(basic_streambuf<Char, Traits> *);
    template <class T> basic_ostream &_M_insert(T);
    basic_ostream &put(Char);
    void _M_write(const Char *, streamsize);
    basic_ostream &write(const Char *, streamsize);
    basic_ostream &flush();
    position tellp();
    basic_ostream &seekp(position);
    basic_ostream &seekp(streamoff, _Ios_Seekdir);
};

template <class Char, class Traits> class basic_istream : virtual public basic_ios<Char, Traits> {
  public:
    class sentry {
      public:
        bool ok;
        explicit sentry(basic_istream &, bool);
    };

    streamsize count;

    basic_istream() : count(0) {}
    explicit basic_istream(basic_streambuf<Char, Traits> *);
    virtual ~basic_istream();

    basic_istream &operator>>(basic_istream &(*)(basic_istream &));
    basic_istream &operator>>(basic_ios<Char, Traits> &(*)(basic_ios<Char, Traits> &));
    basic_istream &operator>>(ios_base &(*)(ios_base &));
    basic_istream &operator>>(bool &);
    basic_istream &operator>>(short &);
    basic_istream &operator>>(unsigned short &);
    basic_istream &operator>>(int &);
    basic_istream &operator>>(unsigned &);
    basic_istream &operator>>(long &);
    basic_istream &operator>>(unsigned long &);
    basic_istream &operator>>(long long &);
    basic_istream &operator>>(unsigned long long &);
    basic_istream &operator>>(float &);
    basic_istream &operator>>(double &);
    basic_istream &operator>>(long double &);
    basic_istream &operator>>(void *&);
    basic_istream &operator>>(basic_streambuf<Char, Traits> *);
    template <class T> basic_istream &_M_extract(T &);
    streamsize gcount() const;
    int get();
    basic_istream &get(Char &);
    basic_istream &get(Char *, streamsize, Char);
    basic_istream &get(Char *, streamsize);
    basic_istream &getline(Char *, streamsize, Char);
    basic_istream &getline(Char *, streamsize);
    basic_istream &ignore(streamsize, int);
    basic_istream &ignore(streamsize);
    basic_istream &ignore();
    int peek();
    basic_istream &read(Char *, streamsize);
    streamsize readsome(Char *, streamsize);
    basic_istream &putback(Char);
    basic_istream &unget();
    int sync();
    position tellg();
    basic_istream &seekg(position);
    basic_istream &seekg(streamoff, _Ios_Seekdir);
};

template <class Char, class Traits>
class basic_iostream : public basic_istream<Char, Traits>, public basic_ostream<Char, Traits> {
  public:
    basic_iostream() {}
    explicit basic_iostream(basic_streambuf<Char, Traits> *);
    virtual ~basic_iostream();
};

typedef basic_streambuf<char, char_traits<char>> streambuf;
typedef basic_ios<char, char_traits<char>> ios;
typedef basic_istream<char, char_traits<char>> istream;
typedef basic_ostream<char, char_traits<char>> ostream;

static_assert(sizeof(streambuf) == 64 && sizeof(ios_base) == 216 && sizeof(ios) == 264, "libstdc++'s layout");
static_assert(sizeof(ostream) == 272 && sizeof(istream) == 280 && sizeof(string) == 32, "libstdc++'s layout");
static_assert(sizeof(ctype<char>) == 576, "libstdc++'s layout");

/* Of the classic locale. */
inline bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace std

#endif
