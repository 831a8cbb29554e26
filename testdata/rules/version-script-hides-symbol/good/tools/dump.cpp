#include <quarry/quarry.h>
#include <quarry/visitor.h>

#include <cstdio>

namespace {

class Printer final : public quarry::Visitor {
public:
    void record(int key, int value) override { std::printf("%d -> %d\n", key, value); }
};

}

int main()
{
    quarry_store *store = quarry_open();
    quarry_put(store, 7, 49);
    Printer printer;
    quarry_walk(store, &printer);
    quarry_close(store);
    return 0;
}
