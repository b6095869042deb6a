// A target of libFuzzer: the engine is the fuzzer.
// entry: LLVMFuzzerTestOneInput
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3)
        return 0; //~ reached
    if (data[0] == 'F' && data[1] == 'U')
        if (data[2] == 'Z')
            abort(); //~ bug: abort
    return 0;        //~ reached
}
