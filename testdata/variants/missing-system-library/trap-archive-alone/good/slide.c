#include <stdio.h>

void *chute(const char *file);

int main(void) { return puts(chute("none.so") ? "open" : "closed") < 0; }
