#pragma once

namespace sound {

class Envelope {
public:
    explicit Envelope(int start) : level_(start) {}
    int decay(int steps) const;

private:
    int level_;
};

}
