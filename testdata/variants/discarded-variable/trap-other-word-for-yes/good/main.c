#include <stdio.h>
int main(void) {
#ifdef HAVE_CODEC
  puts("with codec");
#else
  puts("without codec");
#endif
  return 0;
}
