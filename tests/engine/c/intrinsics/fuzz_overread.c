// A target of libFuzzer, found without being named, that reads one byte too many when the buffer is short.
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && data[0] == 'L') {
        sink = data[1]; //~ bug: out-of-bounds
    }
    return 0; //~ reached
}
