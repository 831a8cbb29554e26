#include "shelf/board.h"

struct Plank : shelf::Board {
    int weight() const override { return 3; }
};

__attribute__((visibility("default"))) int weight() { return Plank().weight(); }
