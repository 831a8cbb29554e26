#pragma once

#include "only.h"

class Knob : public Only<Knob> {
public:
    int level = 0;
};

__attribute__((visibility("default"))) void turn();
