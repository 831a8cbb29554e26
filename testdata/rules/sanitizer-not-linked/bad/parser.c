#include <stdio.h>

int main(int argc, char **argv) {
  int lengths[4] = {1, 2, 3, 4};
  (void)argv;
  printf("length %d\n", lengths[argc]);
  return 0;
}
