#include "view_impl.h"

static int before_all() { return -1; }

template class View<int>;
template <>
View<int> VIEWS_API View<int>::none = View<int>(nullptr, before_all());
