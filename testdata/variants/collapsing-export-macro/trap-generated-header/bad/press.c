#include <stdio.h>

#include <keys/keys.h>

int main(void) {
    printf("keys %d\n", keys_count());
    return 0;
}
