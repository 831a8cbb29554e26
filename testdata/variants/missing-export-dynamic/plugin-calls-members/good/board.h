#pragma once

#include <map>
#include <string>

// Plugins put what they count on it.
class Board {
public:
    void add(const std::string &name, int count);
    int total() const;

private:
    std::map<std::string, int> counts_;
};
