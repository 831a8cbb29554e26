#include <pthread.h>
#include <stdio.h>

static void *work(void *data) {
  return data;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  puts("joined");
  return 0;
}
