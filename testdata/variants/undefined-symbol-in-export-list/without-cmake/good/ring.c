#include "ring.h"

int ring_open(int size) { return size; }
int ring_close(int ring) { return ring; }
int ring_put(int ring, int value) { return ring + value; }
int ring_take(int ring) { return ring; }
int ring_size(int ring) { return ring; }
int ring_room(int ring) { return -ring; }
int ring_first(int ring) { return ring; }
int ring_last(int ring) { return ring; }
