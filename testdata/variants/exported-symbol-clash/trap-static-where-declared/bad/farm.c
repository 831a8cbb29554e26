#include <stdio.h>

int mill(void);
int press(void);

int main(void) {
  printf("farm %d\n", mill() * 10 + press());
  return 0;
}
