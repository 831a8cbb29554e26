#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int store_size(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 12;
}
