#include "extra.hpp"

int wrap_helper() { return 1; }
int use() { return Wrapper<int>().run(); }
