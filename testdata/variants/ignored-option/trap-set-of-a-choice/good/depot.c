#include <stdio.h>

int main(void) {
  puts(RUN " " LOG " " WEB " " USER);
  return 0;
}
