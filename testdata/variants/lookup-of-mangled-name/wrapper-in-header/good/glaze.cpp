#include "coating.h"

namespace {

struct Glaze : Coating {
    int melts_at() const override { return 1240; }
};

}

extern "C" Coating* create_coating()
{
    return new Glaze;
}
