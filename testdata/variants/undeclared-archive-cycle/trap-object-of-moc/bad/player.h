#pragma once

#include "object.h"

class Player {
    Q_OBJECT
public:
    static int play(int track);
    static int state() { return meta(2); }
};
