#include <stdio.h>
int scan(const char *);
int main(void) { printf("length %d\n", scan("ab")); return 0; }
