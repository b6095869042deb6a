// The buffer of a fuzz target ends where its size says, also where that is nothing.
// entry: LLVMFuzzerTestOneInput
// flags: --fuzz-bytes=6
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return data[0]; //~ bug: out-of-bounds
    if (size > 3 && data[0] == 'a')
        return data[size]; //~ bug: out-of-bounds
    return data[size - 1] == 'b'; //~ reached
}
