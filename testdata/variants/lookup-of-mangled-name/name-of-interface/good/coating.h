#pragma once

#define COATING_ENTRY "create_coating"
#define COATING_EXPORT extern "C" __attribute__((visibility("default")))

struct Coating {
    virtual ~Coating() = default;
    virtual int melts_at() const = 0;
};

using CreateCoating = Coating* (*)();
