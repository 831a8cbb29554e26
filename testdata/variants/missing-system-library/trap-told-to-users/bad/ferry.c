#include <pthread.h>

static void *cross(void *boat) { return boat; }

int ferry(int *boat) {
  pthread_t crew;
  if (pthread_create(&crew, 0, cross, boat)) return -1;
  return pthread_join(crew, 0);
}
