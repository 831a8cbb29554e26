#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

time_t shifted_time(time_t *where) {
  time_t (*next)(time_t *) = (time_t (*)(time_t *))dlsym(RTLD_NEXT, "time");
  (void)next;
  if (where) *where = 60;
  return 60;
}
