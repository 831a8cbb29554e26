#include "books.h"
#include "shelf.h"

#include <cstdio>

int main() {
    add_books();
    std::printf("%d books\n", Shelf::get().size());
    return 0;
}
