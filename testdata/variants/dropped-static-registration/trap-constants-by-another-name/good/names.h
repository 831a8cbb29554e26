#pragma once

struct Name {
    const char *text;
    int length;
};

constexpr Name make_name(const char *text, int length) { return {text, length}; }

namespace effects::names {
extern const Name echo;
extern const Name chorus;
}
