#include <stdio.h>

int meter_start(void);
int count_calls(void);

int main(void) {
  int level = meter_start();
  printf("level %d, %d calls\n", level, count_calls());
  return 0;
}
