#pragma once

namespace door {

// What the library counts and the program shows.
inline int &guest_count() {
    static int count = 0;
    return count;
}

class Book {
public:
    static Book &instance() {
        static Book book;
        return book;
    }
    int lines = 0;
};
}

void let_in();
