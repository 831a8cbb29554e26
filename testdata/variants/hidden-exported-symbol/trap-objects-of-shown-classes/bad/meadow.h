#pragma once

#include <memory>

#define MEADOW_API __attribute__((visibility("default")))

namespace meadow {

// Shown as a whole.
class MEADOW_API Flower {
public:
    Flower();
    int petals() const;
};

// Some members are shown, and the others stand in the header.
class Herb {
public:
    MEADOW_API Herb();
    MEADOW_API int leaves() const;
    int leaves(int more) const;
    int roots() const { return 1; }
    static int count();
};

inline int Herb::leaves(int more) const { return leaves() + more; }
inline int Herb::count() { return 1; }

// A template is made where it is used.
template <class T> class Patch {
public:
    explicit Patch(T value);
    T value() const;

private:
    T value_;
};

template <class T> Patch<T>::Patch(T value) : value_(value) {}
template <class T> T Patch<T>::value() const { return value_; }

// The insides are nobody's.
class MEADOW_API Hedge {
public:
    Hedge();
    ~Hedge();
    int height() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

// What calls of these mean the object decides.
class Animal {
public:
    virtual ~Animal() = default;
    virtual int legs() const = 0;
};

class Hare : public Animal {
public:
    int legs() const override;
};

MEADOW_API Animal &hare();

} // namespace meadow

// Of the same name as one of the program's.
namespace inner {
class Scythe {
public:
    Scythe();
    int cut(int stalks);
};
} // namespace inner
