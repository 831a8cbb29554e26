#include <stdio.h>

#include "load.h"

int main(int argc, char **argv) {
  printf("%d threads\n", argc > 1 ? threads_of(argv[1]) : 0);
  return 0;
}
