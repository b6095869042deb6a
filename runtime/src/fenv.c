/* <fenv.h>: exceptions of floating point, and environments as wholes, with the constants and structures of glibc on x86.
 *
 * A module of its own: that a program has these functions tells the engine to follow exceptions. Traps are never enabled. The rounding alone
 * is among the functions of mathematics. */
#include "runtime.h"

#include "rounding.h"

enum { ALL_EXCEPTIONS = 0x3d, DEFAULT_CONTROL = 0x37f, DEFAULT_MXCSR = 0x1f80, MODE_MASK = 0xc00, MXCSR_SHIFT = 3 };

/* What fegetenv writes: the image of the x87's environment, and behind it, for 64-bit programs, the register of SSE. */
struct environment {
    uint16_t control, unused1, status, unused2, tags, unused3;
    uint32_t instruction;
    uint16_t code_segment, opcode;
    uint32_t data;
    uint16_t data_segment, unused4;
#if UINTPTR_MAX == UINT64_MAX
    uint32_t mxcsr;
#endif
};

static const struct environment *const default_environment = (const struct environment *)-1;

API int fetestexcept(int exceptions) {
    return __braid_exceptions() & exceptions & ALL_EXCEPTIONS;
}

API int feclearexcept(int exceptions) {
    __braid_clear_exceptions(exceptions & ALL_EXCEPTIONS);
    return 0;
}

API int feraiseexcept(int exceptions) {
    __braid_raise_exceptions(exceptions & ALL_EXCEPTIONS);
    return 0;
}

API int fegetexceptflag(uint16_t *flags, int exceptions) {
    *flags = (uint16_t)fetestexcept(exceptions);
    return 0;
}

API int fesetexceptflag(const uint16_t *flags, int exceptions) {
    feclearexcept(exceptions);
    return feraiseexcept(*flags & exceptions);
}

API int fetestexceptflag(const uint16_t *flags, int exceptions) {
    return *flags & exceptions & ALL_EXCEPTIONS;
}

API int fegetenv(struct environment *environment) {
    int mode = rounding_mode(), raised = __braid_exceptions();
    memset(environment, 0, sizeof *environment);
    environment->control = (uint16_t)(DEFAULT_CONTROL | mode);
    environment->status = (uint16_t)raised;
    environment->tags = 0xffff;
#if UINTPTR_MAX == UINT64_MAX
    environment->mxcsr = (uint32_t)(DEFAULT_MXCSR | mode << MXCSR_SHIFT | raised);
#endif
    return 0;
}

API int fesetenv(const struct environment *environment) {
    int is_default = environment == default_environment;
    if (!is_default && (intptr_t)environment == -2)
        __braid_unsupported("fesetenv with FE_NOMASK_ENV: traps of floating point");
    int raised = is_default ? 0 : environment->status;
    set_rounding_mode(is_default ? 0 : environment->control & MODE_MASK);
    feclearexcept(ALL_EXCEPTIONS);
    return feraiseexcept(raised);
}

API int feholdexcept(struct environment *environment) {
    fegetenv(environment);
    return feclearexcept(ALL_EXCEPTIONS);
}

API int feupdateenv(const struct environment *environment) {
    int raised = __braid_exceptions();
    fesetenv(environment);
    return feraiseexcept(raised);
}
