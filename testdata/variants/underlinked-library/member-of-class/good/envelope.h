#pragma once

namespace sound {

class Envelope {
public:
    explicit Envelope(int start);
    Envelope(const Envelope &) = default;
    int level() const { return level_; }
    static int decay(int level);

private:
    int level_;
};

}
