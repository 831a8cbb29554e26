#pragma once
#include <ostream>

#define MODELS_EXPORT __attribute__((visibility("default")))

namespace plan {

class MODELS_EXPORT Report {
public:
    explicit Report(int pages);
    int pages() const;

private:
    int count;
};

std::ostream &operator<<(std::ostream &out, const Report *one);

}
