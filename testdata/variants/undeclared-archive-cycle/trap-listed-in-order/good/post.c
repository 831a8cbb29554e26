#include <stdio.h>

int core_run(int weight);

int main(void) {
  printf("post %d\n", core_run(3));
  return 0;
}
