#include <quarry/quarry.h>
#include <quarry/visitor.h>

#include <map>

struct quarry_store {
    std::map<int, int> records;
};

quarry_store *quarry_open(void)
{
    return new quarry_store;
}

void quarry_put(quarry_store *store, int key, int value)
{
    store->records[key] = value;
}

void quarry_walk(const quarry_store *store, quarry_visitor *visitor)
{
    for (const auto &[key, value] : store->records) {
        visitor->record(key, value);
    }
}

void quarry_close(quarry_store *store)
{
    delete store;
}
