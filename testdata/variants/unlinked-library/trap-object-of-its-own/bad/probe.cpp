#include <cstdio>

#include "gauge.h"

namespace {

struct Hand {
    int degrees = 0;
    void turn(int by) { degrees += by; }
};

void probe(const std::shared_ptr<Hand> &needle)
{
    needle->turn(9);
    std::printf("degrees %d\n", needle->degrees);
}

template <class T>
void probe_each(T &all)
{
    for (auto &needle : all)
        needle->turn(1);
}

}

int main()
{
    auto needle = std::make_shared<Hand>();
    probe(needle);
    std::shared_ptr<Hand> none[1] = {needle};
    probe_each(none);
    return 0;
}
