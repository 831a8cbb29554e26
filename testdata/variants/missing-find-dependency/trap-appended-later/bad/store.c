#include <pthread.h>

static void *count(void *shelves)
{
  ++*(int *)shelves;
  return shelves;
}

int store_count(int shelves)
{
  pthread_t thread;
  if (pthread_create(&thread, 0, count, &shelves) != 0) {
    return -1;
  }
  pthread_join(thread, 0);
  return shelves;
}
