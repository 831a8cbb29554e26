#include "gauge.h"

int level = 3;
int count = 0;
int total = 0;

int gauge_fill(int amount) {
  level += amount;
  count += 1;
  total += amount;
  return level + count + total;
}
