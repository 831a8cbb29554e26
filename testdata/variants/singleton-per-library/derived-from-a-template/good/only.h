#pragma once

template <class T> class __attribute__((visibility("default"))) Only {
public:
    static T &one() {
        static T object;
        return object;
    }

protected:
    Only() = default;
};
