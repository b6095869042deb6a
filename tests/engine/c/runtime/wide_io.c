// Wide characters from and to streams, formats and numbers: as glibc has them.
// paths: 1 -- nothing is decided by the input
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <wchar.h>

static void number(const wchar_t *text, int base) {
  wchar_t *end;
  errno = 0;
  long a = wcstol(text, &end, base);
  printf("%ld %d %d ", a, (int)(end - text), errno);
  errno = 0;
  unsigned long b = wcstoul(text, &end, base);
  printf("%lu %d %d ", b, (int)(end - text), errno);
  double c = wcstod(text, &end);
  printf("%a %d\n", c, (int)(end - text));
}

static void bytes(const wchar_t *text, int result) {
  printf("%d:", result);
  for (; *text; text++)
    printf(" %x", (unsigned)*text);
  printf("\n");
}

int main(void) {
  wchar_t text[32] = L"";
  char bare[16] = "";
  const wchar_t *texts[] = {L"12", L" -0x1fz", L"077", L"99999999999999999999", L"-1.5e3x", L"\u20ac1", L"", L"inf"};
  for (int at = 0; at < 8; at++)
    for (int base = 0; base < 17; base += 8)
      number(texts[at], base);
  bytes(text, swprintf(text, 32, L"%d %s|%-6ls|%5.2f %lc", -7, "bytes", L"wide", 2.5, L'x'));
  bytes(L"", swprintf(text, 5, L"%s", "longer than five"));
  bytes(text, swprintf(text, 1, L""));
  int a = 0, b = 0;
  printf("%d", swscanf(L"12 0x1f word", L"%d %x %s", &a, &b, bare));
  printf(" %d %d ", a, b);
  printf("%s\n", bare);

  FILE *file = fopen("wide", "w+");
  fputws(L"one line\nand", file);
  fputwc(L' ', file);
  printf("%d ", fwprintf(file, L"%d%%\n", 7));
  rewind(file);
  bytes(fgetws(text, 32, file), 0);
  printf("%d %d ", fwscanf(file, L"and%d", &a), a);
  wint_t c = fgetwc(file);
  printf("%x %x ", (unsigned)c, (unsigned)ungetwc(L'q', file));
  printf("%x\n", (unsigned)getwc(file));
  while ((c = fgetwc(file)) != WEOF)
    printf("%x ", (unsigned)c);
  printf("%d\n", !!feof(file));
  fclose(file);
  return 0;
}
