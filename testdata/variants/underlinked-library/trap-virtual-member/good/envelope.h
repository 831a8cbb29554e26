#pragma once

namespace sound {

class Envelope {
public:
    Envelope() = default;
    virtual ~Envelope();
    virtual int decay(int steps) const;
    virtual int release() const;
    int attack() const;
};

class Slow : public Envelope {
public:
    int decay(int steps) const;
};

}
