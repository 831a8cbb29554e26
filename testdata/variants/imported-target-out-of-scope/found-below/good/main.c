#include <pthread.h>
#include <stdio.h>

static void *flash(void *count)
{
    ++*(int *)count;
    return 0;
}

int main(void)
{
    pthread_t one;
    int count = 1;
    pthread_create(&one, 0, flash, &count);
    pthread_join(one, 0);
    printf("flash %d\n", count);
    return 0;
}
