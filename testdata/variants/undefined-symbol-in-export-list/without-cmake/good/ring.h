#ifndef RING_H
#define RING_H

int ring_open(int size);
int ring_close(int ring);
int ring_put(int ring, int value);
int ring_take(int ring);
int ring_size(int ring);
int ring_room(int ring);
int ring_first(int ring);
int ring_last(int ring);

#endif
