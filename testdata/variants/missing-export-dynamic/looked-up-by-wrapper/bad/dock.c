#include "dock.h"

#include <stdlib.h>

struct Dock {
    int berths;
};

struct Dock *dock_new(int berths)
{
    struct Dock *dock = malloc(sizeof *dock);
    dock->berths = berths;
    return dock;
}

int dock_free_berths(struct Dock *dock) { return dock->berths; }
int dock_take_berth(struct Dock *dock) { return --dock->berths; }
void dock_delete(struct Dock *dock) { free(dock); }
