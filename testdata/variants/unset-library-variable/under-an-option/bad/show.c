#include <stdio.h>

int graph(void);

int main(void)
{
    printf("size %d\n", graph());
    return 0;
}
