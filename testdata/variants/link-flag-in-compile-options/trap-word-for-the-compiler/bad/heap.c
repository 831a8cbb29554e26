#include <stdio.h>
int main(void) { puts("heap"); return 0; }
