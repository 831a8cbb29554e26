#include <thread>

int fly(int n) {
  int sum = 0;
  std::thread kite([&] {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
  });
  kite.join();
  return sum;
}
