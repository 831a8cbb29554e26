#include <stdio.h>

#include "gauge.h"

struct line {
  struct line *next;
  int people;
};

int main(void) {
  struct line line = {0, 0};
  line.people += gauge_fill(1);
  printf("queue %d\n", line.people);
  return 0;
}
