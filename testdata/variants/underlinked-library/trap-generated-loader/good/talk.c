#include <stdio.h>

int load_plugin(const char *path);

int main(int count, char **arguments) {
    printf("sent %d\n", count > 1 ? load_plugin(arguments[1]) : 0);
    return 0;
}
