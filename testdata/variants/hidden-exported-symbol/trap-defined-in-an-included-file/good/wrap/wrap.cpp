#include "wrap.h"

// What all plugins have, compiled into each.
#include "words.inl"

int pages(int sheets, int sides) { return sheets * sides; }

extern "C" __attribute__((visibility("default"))) int first_length(const char *text) {
    char word[32];
    return static_cast<int>(next_word(text, word) - text) - 1 + 100 * width(text) + 10000 * pages(3, 4);
}
