// A tokenizer in the manner of jsmn: one loop over the text, an array of tokens with parents, strings and primitives.
// run: --merge=qce-static
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/parsers/tokens.c"
