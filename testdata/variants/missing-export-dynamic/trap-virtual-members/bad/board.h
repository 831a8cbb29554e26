#pragma once

#include <string>

// Plugins put what they count on it.
class Board {
public:
    virtual ~Board() {}
    virtual void add(const std::string &name, int count) = 0;
};
