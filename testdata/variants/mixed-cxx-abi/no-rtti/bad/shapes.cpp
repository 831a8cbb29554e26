#include "shapes.h"

Shape::~Shape() {}

int Shape::corners() const { return 0; }

int count(const Shape &shape) { return shape.corners(); }
