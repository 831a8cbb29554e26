#include <cstdio>
#include <thread>

int main() {
  std::thread worker([] { std::puts("rendered"); });
  worker.join();
  return 0;
}
