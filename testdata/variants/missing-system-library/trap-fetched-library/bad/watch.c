#include <stdio.h>
#ifdef _WIN32
#include <windows.h>
#endif

int tone(void);

int main(void) {
#ifdef _WIN32
    printf("now %lu\n", (unsigned long)timeGetTime());
#else
    printf("now %d\n", tone());
#endif
    return 0;
}
