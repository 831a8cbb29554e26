#ifndef DOCK_H
#define DOCK_H

struct Dock;

struct Dock *dock_new(int berths);
int dock_free_berths(struct Dock *dock);
int dock_take_berth(struct Dock *dock);
void dock_delete(struct Dock *dock);

#endif
