#include <stdio.h>

int main(void) {
#ifdef NDEBUG
    puts("without assertions");
#else
    puts("with assertions");
#endif
    return 0;
}
