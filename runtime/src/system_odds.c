/* Small answers of the system: versions, devices by two numbers, how memory is given out, the folder in old words. */
#include "runtime.h"

char *getcwd(char *to, size_t size);

API const char *gnu_get_libc_version(void) {
    return "2.36";
}

API const char *gnu_get_libc_release(void) {
    return "stable";
}

API unsigned gnu_dev_major(unsigned long long device) {
    return (unsigned)(device >> 8 & 0xfff) | (unsigned)(device >> 32 & ~0xfffull);
}

API unsigned gnu_dev_minor(unsigned long long device) {
    return (unsigned)(device & 0xff) | (unsigned)(device >> 12 & ~0xffull);
}

API unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) {
    return (unsigned long long)(minor & 0xff) | (unsigned long long)(major & 0xfff) << 8 | (unsigned long long)(minor & ~0xffu) << 12 |
           (unsigned long long)(major & ~0xfffu) << 32;
}

/* Settings of malloc change nothing here. */
API int mallopt(int setting, int value) {
    return 1;
}

API int malloc_trim(size_t kept) {
    return 0;
}

enum { WORKING_PATH = 4096, SYSTEM_PAGES = 1 << 18 };

API char *getwd(char *to) {
    return to ? getcwd(to, WORKING_PATH) : 0;
}

API long get_phys_pages(void) {
    return SYSTEM_PAGES;
}

API long get_avphys_pages(void) {
    return SYSTEM_PAGES;
}

/* The program's one group. */
API int group_member(unsigned group) {
    enum { OWN_GROUP = 1000 };
    return group == OWN_GROUP;
}
