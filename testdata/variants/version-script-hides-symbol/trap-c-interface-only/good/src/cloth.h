#pragma once

namespace loom {

class Cloth {
public:
    explicit Cloth(int width);
    virtual ~Cloth();
    virtual int threads() const;

private:
    int width_;
};

}
