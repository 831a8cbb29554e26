#include <pthread.h>
#include <stdio.h>

static void *work(void *count)
{
    ++*(int *)count;
    return count;
}

int main(void)
{
    pthread_t thread;
    int count = 1;
    if (pthread_create(&thread, NULL, work, &count) != 0)
        return 1;
    pthread_join(thread, NULL);
    printf("count %d\n", count);
    return 0;
}
