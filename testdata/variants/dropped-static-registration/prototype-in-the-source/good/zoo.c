#include <stdio.h>

int animals_in_cages(void);

int main(void) {
  printf("animals: %d\n", animals_in_cages());
  return 0;
}
