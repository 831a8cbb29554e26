#pragma once

namespace orbit {

/// Draws on something.
class Device {
public:
    virtual ~Device();
    virtual int width() const = 0;
};

}
