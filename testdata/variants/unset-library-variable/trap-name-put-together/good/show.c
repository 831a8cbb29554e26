#include <stdio.h>

int graph_size(void);

int main(void) {
  printf("size %d\n", graph_size());
  return 0;
}
