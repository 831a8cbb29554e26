#include <stdio.h>

static int count;

__attribute__((constructor)) static void register_themes(void) {
  count = 4;
  printf("%d themes\n", count);
}

int theme_count(void) {
  return count;
}
