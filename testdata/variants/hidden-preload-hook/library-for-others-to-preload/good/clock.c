#include <stdio.h>
#include <time.h>

int main(void) {
  puts(time(0) == 60 ? "shifted" : "as it is");
  return 0;
}
