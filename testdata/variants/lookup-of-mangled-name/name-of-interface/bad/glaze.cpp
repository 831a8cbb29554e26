#include "coating.h"

namespace {

struct Layer : Coating {
    int melts_at() const override { return 1240; }
};

}

COATING_EXPORT Coating* create_coating()
{
    return new Layer;
}
