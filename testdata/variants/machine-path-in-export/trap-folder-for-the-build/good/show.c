#include <lens.h>
#include <stdio.h>

int main(void) {
    printf("lens %d\n", lens());
    return 0;
}
