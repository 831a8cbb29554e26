#include "index.h"

void atlas::Index::add(int place) { size_ += place; }
int atlas::Index::size() const { return size_; }
int atlas::weight(const Index &index) { return index.size() * 2; }
