#include <stdio.h>
int store_size(int n);
int main(void) { printf("size %d\n", store_size(3)); return 0; }
