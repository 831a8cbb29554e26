#include "wrap.h"
#include "words.inl"

extern "C" __attribute__((visibility("default"))) int first_length(const char *text) {
    char word[32];
    return static_cast<int>(next_word(text, word) - text) - 1 + 100 * width(text);
}
