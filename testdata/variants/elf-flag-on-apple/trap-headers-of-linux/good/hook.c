#include <link.h>
#include <sys/auxv.h>

int hook(void) {
  return getauxval(AT_PAGESZ) != 0;
}
