#include <stdio.h>

#include "getopt.h"
#include "remote.h"

int main(int count, char **arguments) {
    while (getopt(count, arguments, "p") != -1) {
    }
    printf("port %d\n", remote_port());
    return 0;
}
