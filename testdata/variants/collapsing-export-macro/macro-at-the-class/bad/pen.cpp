#include "pen.h"

Pen::Pen(int ink) : ink_(ink) {}
int Pen::draw(int strokes) { return ink_ -= strokes; }
