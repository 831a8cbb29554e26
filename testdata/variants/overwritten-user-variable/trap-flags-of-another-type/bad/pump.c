#include <stdio.h>
int main(void) { puts("pump"); return 0; }
