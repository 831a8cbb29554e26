#include "meadow.h"

namespace meadow {

Flower::Flower() {}
int Flower::petals() const { return 5; }
Herb::Herb() {}
int Herb::leaves() const { return 2; }

class Hedge::Impl {
public:
    int height() const;
};

int Hedge::Impl::height() const { return 3; }
Hedge::Hedge() : impl_(new Impl) {}
Hedge::~Hedge() {}
int Hedge::height() const { return impl_->height(); }

int Hare::legs() const { return inner::Scythe().cut(4) + 2; }
Animal &hare() {
    static Hare one;
    return one;
}

} // namespace meadow

inner::Scythe::Scythe() {}
int inner::Scythe::cut(int stalks) { return stalks / 2; }
