#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *drop = malloc(1);
    printf("drops %d\n", drop != NULL);
    free(drop);
    return 0;
}
