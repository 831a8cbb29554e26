#pragma once
#define RING_API __attribute__((visibility("default")))

struct Ring {
  int values[3];
};

RING_API const int &first(const Ring &ring);
RING_API const int &last(const Ring &ring);
RING_API const int &middle(const Ring &ring);
RING_API Ring filled();
RING_API int size(const Ring &ring);
RING_API int weight(const Ring &ring);

inline int first(Ring &&ring) { return ring.values[0]; }
