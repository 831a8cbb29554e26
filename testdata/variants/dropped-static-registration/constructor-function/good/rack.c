#include "limits.h"
#include "registry.h"

#include <stdio.h>

int main(void) {
    effect_fn echo = find_effect("echo");
    if (echo == NULL) {
        puts("no effects");
        return 0;
    }
    printf("echo halves 8 to %d\n", limit(echo(8)));
    return 0;
}
