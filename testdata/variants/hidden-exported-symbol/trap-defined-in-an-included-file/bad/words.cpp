#include "words.h"

const char *next_word(const char *from, std::string &word, char separator) {
    word.clear();
    while (*from && *from != separator)
        word += *from++;
    return *from ? from + 1 : from;
}

int count_words(const char *from) {
    int count = 0;
    for (std::string word; *from; ++count)
        from = next_word(from, word);
    return count;
}

int width(const char *from) { return 8 * count_words(from); }

int pages(int sheets) { return 2 * sheets; }
