#include <stdio.h>

int main(void) {
    printf("version %s\n", APP_VERSION);
    return 0;
}
