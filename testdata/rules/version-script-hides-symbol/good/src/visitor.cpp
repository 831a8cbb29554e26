#include <quarry/visitor.h>

quarry::Visitor::~Visitor() = default;
