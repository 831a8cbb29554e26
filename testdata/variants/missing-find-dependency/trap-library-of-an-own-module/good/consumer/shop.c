#include <stdio.h>
int store_size(void);
int main(void) { printf("size %d\n", store_size()); return 0; }
