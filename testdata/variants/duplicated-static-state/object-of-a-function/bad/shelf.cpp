#include "shelf.h"

Shelf &Shelf::get() {
    static Shelf shelf;
    return shelf;
}

void Shelf::add(int books) { size_ += books; }
int Shelf::size() const { return size_; }
