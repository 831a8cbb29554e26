#include "books.h"
#include "shelf.h"

void add_books() { Shelf::get().add(3); }
