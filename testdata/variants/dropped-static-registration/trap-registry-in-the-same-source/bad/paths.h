#pragma once

#include <string>

namespace tide {

struct AddPath {
    AddPath(const std::string &name, int value);
};

int find_path(const std::string &name);

}
