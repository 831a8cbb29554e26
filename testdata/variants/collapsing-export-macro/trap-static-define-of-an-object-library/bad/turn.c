#include <stdio.h>

const char *plugin_label(void);

int main(void) {
  puts(plugin_label());
  return 0;
}
