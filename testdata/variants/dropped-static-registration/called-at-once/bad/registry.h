#pragma once

#include <string>

using Weave = int (*)();

void add_weave(const std::string& name, Weave weave);
Weave find_weave(const std::string& name);

bool register_weave(const std::string& name, Weave weave);
