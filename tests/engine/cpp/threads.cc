// std::thread, a mutex and a thread-local variable with a destructor; threads run one after the other, which is told.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --sym-stdin 1 --cflags=-pthread
#include <cstdio>
#include <mutex>
#include <thread>
#include <unistd.h>
static std::mutex lock;
static int sum, ended;
struct Own {
  int value = 3;
  ~Own() { ended += value; }
};
static thread_local Own own;
static void add(int n) {
  std::lock_guard<std::mutex> guard(lock);
  own.value += n;
  sum += own.value;
}
int main() {
  unsigned char byte = 0;
  read(0, &byte, 1);
  std::thread first(add, 1), second([] { add(2); });
  first.join();
  second.join();
  if (sum != 9 || ended != 9)
    return 9; //~ dead
  if (byte == 'x')
    puts("x"); //~ reached
  return 0;
}
