#pragma once
#include <string>

// For the program itself.
const char *next_word(const char *from, std::string &word, char separator = ',');
int count_words(const char *from);
int width(const char *from);
int pages(int sheets);
