#pragma once

namespace harbour {

class Berth {
public:
    explicit Berth(int length);
    bool fits(int length) const;

private:
    int length_;
};

} // namespace harbour

extern "C" int harbour_open(void);
