/* The printf family on descriptors, and its fortified names. */
#include "stream.h"

API int vdprintf(int descriptor, const char *restrict format, va_list list) {
    return __braid_print_by(write, descriptor, format, list);
}

API int dprintf(int descriptor, const char *restrict format, ...) {
    WITH_LIST(vdprintf(descriptor, format, list));
}

API int __vdprintf_chk(int descriptor, int flag, const char *format, va_list list) {
    return vdprintf(descriptor, format, list);
}

API int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    WITH_LIST(vdprintf(descriptor, format, list));
}
