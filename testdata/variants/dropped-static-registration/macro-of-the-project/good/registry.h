#pragma once

#include <string>

using Weave = int (*)();

void add_weave(const std::string& name, Weave weave);
Weave find_weave(const std::string& name);

struct Entry {
    Entry(const char* name, Weave weave) { add_weave(name, weave); }
};

#define LOOM_JOIN_(a, b) a##b
#define LOOM_JOIN(a, b) LOOM_JOIN_(a, b)
#define REGISTER_WEAVE(name, weave) static Entry LOOM_JOIN(entry_, __LINE__)(name, weave)
