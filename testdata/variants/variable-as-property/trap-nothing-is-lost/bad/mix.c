#include <stdio.h>

int gain(void);
int fade(void);

int main(void) {
  printf("level %d\n", gain() + fade());
  return 0;
}
