#include "envelope.h"

using namespace sound;

class Held {
public:
    explicit Held(const Envelope *envelope) : envelope_(envelope) {}
    int level() const;

private:
    const Envelope *envelope_;
};

int Held::level() const { return envelope_ ? envelope_->release() : 0; }

namespace {

struct Flat {
    int attack() const { return 7; }
};

template <class Voice> int sum(Voice &voice, Envelope &envelope) { return voice.attack() + envelope.attack(); }

int is_there(const Envelope *envelope) { return envelope ? 1 : 0; }

int of_pointer(const Envelope *envelope, const Slow *slow) {
    if (!envelope || !slow) {
        return 1;
    }
    return envelope->decay(1) + slow->decay(1);
}

int flat() {
    Flat envelope;
    return envelope.attack();
}

}

extern "C" int voice_level(int start) {
    return flat() + Held(nullptr).level() + (start ? of_pointer(nullptr, nullptr) : is_there(nullptr));
}
