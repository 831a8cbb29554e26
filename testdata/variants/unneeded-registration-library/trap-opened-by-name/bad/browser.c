#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  if (!dlopen("libthemes.so", RTLD_NOW)) {
    puts(dlerror());
    return 1;
  }
  puts("browsing");
  return 0;
}
