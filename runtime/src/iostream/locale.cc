/* The classic locale, which is the only one, and its facet of characters. */
#include "ios.h"

extern "C" const unsigned short __braid_class_table[384];

namespace std {

#define API __attribute__((weak))

API locale::locale() noexcept : impl(0) {}
API locale::locale(const locale &) noexcept : impl(0) {}
API locale::locale(const char *name) : impl(0) {
    bool is_classic = !*name || ((name[0] == 'C' && !name[1]) || (name[0] == 'P' && name[1] == 'O'));
    if (!is_classic)
        __braid_unsupported("a locale that is not the classic one");
}
API locale::~locale() noexcept {}

API const locale &locale::operator=(const locale &) noexcept {
    return *this;
}

API bool locale::operator==(const locale &) const noexcept {
    return true;
}

static const locale *const no_locale = 0;
API const locale &locale::classic() {
    return reinterpret_cast<const locale &>(no_locale);
}

API locale locale::global(const locale &) {
    return locale();
}

/* Every character is itself, widened and narrowed. */
constexpr ctype<char>::ctype()
    : c_locale(0), owns_table(false), to_upper(0), to_lower(0), classes(__braid_class_table + 128), can_widen(1), widened(),
      narrowed(), can_narrow(1) {
    for (int i = 0; i < 256; i++)
        widened[i] = narrowed[i] = (char)i;
}

[[clang::require_constant_initialization, clang::no_destroy]] static const ctype<char> classic_characters;

template <class Facet> const Facet &use_facet(const locale &) {
    return classic_characters;
}
template const ctype<char> &use_facet<ctype<char>>(const locale &);

template <class Facet> bool has_facet(const locale &) noexcept {
    return true;
}
template bool has_facet<ctype<char>>(const locale &) noexcept;

} // namespace std
