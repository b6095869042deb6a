// Integers, floats, structs, unions, bit-fields, switches, variadic calls, globals of every linkage, goto.
#include <stdarg.h>
#include <stddef.h>

typedef unsigned long long u64;
typedef struct { char tag; int value; double weight; short tail[3]; } Record;
typedef union { float f; unsigned bits; unsigned char bytes[4]; } Mixed;
typedef struct { unsigned low : 3, mid : 7, high : 22; } Fields;
typedef struct Node { struct Node *next; Record payload; } Node;
typedef struct { long words[5]; } Big;

int defined = 7;
static int hidden[4] = {1, 2, 3};
extern int elsewhere;
int tentative;
__attribute__((weak)) int weak_value = 3;
__thread int per_thread = 9;
const char *const names[] = {"zero", "one", "two"};
Record records[2] = {{'a', 1, 1.5, {1, 2, 3}}, {'b', -2, -2.5, {4, 5, 6}}};
int *inner_pointer = &hidden[2];
char *address_arithmetic = (char *)&records[1].tail[1];
__attribute__((section(".special"), aligned(64))) int in_section = 1;
long double extended = 1.25L;
__int128 wide = ((__int128)1 << 100) + 12345;
_Complex double complex_value = 1.0 + 2.0i;

static int helper(int x) __attribute__((noinline));
static int helper(int x) { return x * hidden[x & 3] + defined; }
int aliased(int x) __attribute__((alias("exported")));
int exported(int x) { return helper(x) - 1; }
int external_function(int, ...);

int arithmetic(int a, int b, unsigned c, u64 d) {
  int r = a + b - a * b;
  if (b != 0 && !(a == (-2147483647 - 1) && b == -1)) r += a / b + a % b;
  if (c) r ^= (int)(d / c + d % c);
  r = (r << (c & 7)) | (a >> 2) | (int)(c >> 3);
  return ~r + -a + !b;
}
double floats(double a, float b, long double c, int i) {
  double r = a * b + (double)c - i;
  if (a < b || a != a) r = r / 3.0;
  return -r + (float)i + (unsigned)a + (long)b;
}
int switches(int x, u64 y) {
  int r = 0;
  switch (x) {
  case 1: r = 10; break;
  case 2: case 3: r = 20; // fall through
  case 4: r += 1; break;
  case 100000: r = 5; break;
  case -7: return helper(x);
  default: r = -1;
  }
  switch (y) { case 1ull << 40: return 1; case 3: return 2; }
  return r;
}
int loops(const char *text, size_t n) {
  int sum = 0;
  for (size_t i = 0; i < n; i++) {
    if (text[i] == ' ') continue;
    if (text[i] == 0) break;
    sum += text[i];
    while (sum > 100) { sum -= 3; do sum -= 1; while (sum & 1); }
  }
  return sum;
}
int variadic(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += va_arg(list, int);
  double d = va_arg(copy, double);
  Big big = va_arg(copy, Big);
  va_end(list);
  va_end(copy);
  return sum + (int)d + (int)big.words[0];
}
Big by_value(Big in, Record rec, Mixed mixed, Fields fields) {
  in.words[0] += rec.value + (long)mixed.bits + fields.mid;
  fields.high = 5;
  in.words[1] = fields.high;
  return in;
}
int calls(int (*callback)(int, void *), void *data, Node *list) {
  Big big = {{1, 2, 3, 4, 5}};
  Record rec = records[0];
  Mixed mixed = {.f = 1.5f};
  Fields fields = {1, 2, 3};
  big = by_value(big, rec, mixed, fields);
  int sum = external_function(3, 1, 2.0, "text", big.words[2]);
  for (Node *n = list; n; n = n->next) sum += callback(n->payload.value, data);
  return sum + aliased(sum) + variadic(2, 1, 2, 3.0);
}
int computed_goto(int *code) {
  static void *labels[] = {&&add, &&sub, &&stop};
  int acc = 0;
  goto *labels[*code++];
add:
  acc += 1;
  goto *labels[*code++];
sub:
  acc -= 1;
  goto *labels[*code++];
stop:
  return acc;
}
int assembly(int x) {
  int y;
  __asm__ volatile("addl %2, %0" : "=r"(y) : "0"(x), "r"(5) : "cc", "memory");
  __asm__("nop");
  return y;
}
int vla(int n) {
  int data[n];
  for (int i = 0; i < n; i++) data[i] = i;
  return data[n / 2] + __builtin_popcount(n) + (int)__builtin_bswap32(n) + __builtin_expect(n, 1);
}
int overflow(int a, int b, int *r) {
  return __builtin_add_overflow(a, b, r) || __builtin_mul_overflow(a, b, r);
}
__int128 wide_math(__int128 a, unsigned __int128 b) { return a * (__int128)b + wide / 3; }
_Noreturn void stop(void) { __builtin_trap(); }
_Bool truth(int a, const char *p) { return a && p ? names[a][0] != 0 : per_thread; }
int select_and_memory(int a, int b, void *to, const void *from) {
  __builtin_memcpy(to, from, 40);
  __builtin_memset(to, 0, (size_t)a);
  __builtin_memmove(to, from, (size_t)b);
  int m = a < b ? a : b;
  return m > 0 ? m : -m;
}
