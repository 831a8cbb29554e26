#pragma once

struct Coating {
    virtual ~Coating() = default;
    virtual int melts_at() const = 0;
};
