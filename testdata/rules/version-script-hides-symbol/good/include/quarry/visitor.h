#pragma once

namespace quarry {

/// Derive from it to walk over a store.
class Visitor {
public:
    virtual ~Visitor();
    virtual void record(int key, int value) = 0;
};

}
