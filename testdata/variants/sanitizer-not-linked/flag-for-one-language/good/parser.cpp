#include <cstdio>

int main(int argc, char **) {
  int lengths[4] = {1, 2, 3, 4};
  std::printf("length %d\n", lengths[argc]);
  return 0;
}
