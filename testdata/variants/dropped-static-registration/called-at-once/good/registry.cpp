#include "registry.h"

#include <map>

namespace {

std::map<std::string, Weave>& all()
{
    static std::map<std::string, Weave> weaves;
    return weaves;
}

}

void add_weave(const std::string& name, Weave weave) { all()[name] = weave; }

Weave find_weave(const std::string& name)
{
    auto found = all().find(name);
    return found == all().end() ? nullptr : found->second;
}

bool register_weave(const std::string& name, Weave weave)
{
    add_weave(name, weave);
    return true;
}
