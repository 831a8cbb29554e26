#include "table.h"

void Table::add(const std::string &name, int count)
{
    counts_[name] += count;
}

int Table::total() const
{
    int sum = 0;
    for (const auto &entry : counts_)
        sum += entry.second;
    return sum;
}
