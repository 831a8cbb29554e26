#include "coating.h"

namespace {

struct Glaze : Coating {
    int melts_at() const override { return 1240; }
};

}

Coating* create_coating()
{
    return new Glaze;
}
