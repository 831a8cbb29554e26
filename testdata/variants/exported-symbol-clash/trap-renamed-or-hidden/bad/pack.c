#include <stdio.h>

int tar_size(int bytes);
int zip_size(int bytes);

int main(void) {
    printf("tar %d, zip %d\n", tar_size(100), zip_size(100));
    return 0;
}
