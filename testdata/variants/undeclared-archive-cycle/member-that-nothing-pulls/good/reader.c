#include <stdio.h>

int lex(int);

int main(void) {
  printf("token %d\n", lex(1));
  return 0;
}
