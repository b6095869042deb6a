// Threads of C++ that wait for each other by a condition.
// verdict: inconclusive
// incomplete: threads run one after the other
// flags: --cflags=-pthread
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
static std::mutex lock;
static std::condition_variable changed;
static std::queue<int> queue;
static bool is_over;
static int sum;
static void take() {
  std::unique_lock<std::mutex> guard(lock);
  for (;;) {
    changed.wait(guard, [] { return is_over || !queue.empty(); });
    if (queue.empty())
      return;
    sum += queue.front();
    queue.pop();
  }
}
int main() {
  std::thread taker(take);
  for (int i = 1; i <= 3; i++) {
    std::lock_guard<std::mutex> guard(lock);
    queue.push(i);
    changed.notify_one();
  }
  {
    std::lock_guard<std::mutex> guard(lock);
    is_over = true;
  }
  changed.notify_all();
  taker.join();
  return sum == 6 ? 0 : 1; //~ reached
}
