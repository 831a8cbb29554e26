#include <stdio.h>
int main(void) {
  puts(LAMP_KIND " " LAMP_PLACE);
  return 0;
}
