#include <stdio.h>

const char *lions_eat(void);
const char *zebras_eat(void);

int main(void) {
    printf("lions eat %s, zebras eat %s\n", lions_eat(), zebras_eat());
    return 0;
}
