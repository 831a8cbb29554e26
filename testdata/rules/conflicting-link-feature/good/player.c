#include <stdio.h>

int media_ready(void);

int main(void) {
  puts(media_ready() ? "ready" : "not ready");
  return 0;
}
