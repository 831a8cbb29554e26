#include "bell.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int bell_rings(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 3;
}
