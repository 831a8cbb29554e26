#pragma once

template <class T> class Only {
public:
    static T &one() {
        static T object;
        return object;
    }

protected:
    Only() = default;
};
