#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *path = getenv("LD_LIBRARY_PATH");
  printf("path %s\n", path ? path : "");
  return 0;
}
