#include <stdio.h>

int lathe_turns(void);

int main(void) { printf("turns %d\n", lathe_turns()); }
