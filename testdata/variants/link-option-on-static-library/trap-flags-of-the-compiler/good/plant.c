#include <stdio.h>

int seed(char c);

int main(void) {
  printf("below %d\n", seed((char)-1));
  return 0;
}
