#include "board.h"

void Board::add(const std::string &name, int count)
{
    counts_[name] += count;
}

int Board::total() const
{
    int sum = 0;
    for (const auto &entry : counts_)
        sum += entry.second;
    return sum;
}
