#include <stdio.h>

#include "gauge.h"

struct line {
  struct line *next;
  int count;
};

int main(void) {
  struct line line = {0, 0};
  line.count += gauge_fill(1);
  printf("queue %d\n", line.count);
  return 0;
}
