#pragma once

class Bell {
public:
    virtual ~Bell() = default;

protected:
    int ring(int times) const { return times * 2; }
};
