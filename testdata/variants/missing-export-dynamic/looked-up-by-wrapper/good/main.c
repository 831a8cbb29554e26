#include "loader.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct Dock *dock = dock_new(3);
    int result = argc > 1 ? load(dock, argv[1]) : 0;
    printf("%d berths\n", dock_free_berths(dock));
    dock_take_berth(dock);
    dock_delete(dock);
    return result;
}
