#include <pthread.h>
#include <stddef.h>

static void *weave(void *loom) { return loom; }

int start(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, weave, NULL);
}
