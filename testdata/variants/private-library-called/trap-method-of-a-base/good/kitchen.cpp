#include "bell.h"
#include "stove.h"

#include <cstdio>

class Door : public Bell {
public:
    int open() const;
};

int Door::open() const { return Bell::ring(3); }

int main() { std::printf("bell %d, dinner %d\n", Door().open(), dinner()); }
