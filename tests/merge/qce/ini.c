// An INI reader: sections, keys and values are cut out of the text in place, with pointers to their beginnings.
// run: --merge=qce-static
// verdict: proved
#define N 3
#include "../../../tools/bench/programs/parsers/ini.c"
