#pragma once

#include "object.h"

class Files {
    Q_OBJECT
public:
    static int size(int track);
};
