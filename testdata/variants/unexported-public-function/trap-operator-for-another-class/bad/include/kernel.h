#pragma once
#include <ostream>

#define KERNEL_EXPORT __attribute__((visibility("default")))

namespace plan {

class KERNEL_EXPORT Interval {
public:
    explicit Interval(int days);
    int days() const;

private:
    int length;
};

KERNEL_EXPORT std::ostream &operator<<(std::ostream &out, const plan::Interval &one);

}
