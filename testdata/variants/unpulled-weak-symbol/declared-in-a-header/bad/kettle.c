#include <stdio.h>

#include "log.h"

int main(void) {
  int logging = 0;
  if (log_start)
    logging = log_start();
  printf("logging %d\n", logging);
  return 0;
}
