#include <stdio.h>
#include <time.h>

int main(void) {
  puts(time(0) != 60 ? "as it is" : "shifted");
  return 0;
}
