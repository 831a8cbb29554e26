#pragma once
#define RING_API __attribute__((visibility("default")))
#define ring_export __attribute__((visibility("default")))

struct Ring {
  int values[3];
};

RING_API auto first(const Ring &ring) -> const int &;
auto first(Ring &&ring) -> const int & = delete;
RING_API auto last(const Ring &ring) -> const int &;
RING_API auto middle(const Ring &ring) -> const int &;
RING_API auto filled() -> Ring;
RING_API auto size(const Ring &ring) -> int;
ring_export int weight(const Ring &ring);

template <class T>
int scaled(const Ring &ring, T by) {
  return weight(ring) * static_cast<int>(by);
}
