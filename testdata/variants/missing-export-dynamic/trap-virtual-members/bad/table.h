#pragma once

#include "board.h"

#include <map>

class Table : public Board {
public:
    void add(const std::string &name, int count) override;
    int total() const;

private:
    std::map<std::string, int> counts_;
};
