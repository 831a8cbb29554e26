#include <stdio.h>

int parse(int symbol);

int main(void) {
  printf("read %d\n", parse(40));
  return 0;
}
