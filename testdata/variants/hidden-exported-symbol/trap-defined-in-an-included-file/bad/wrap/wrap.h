#pragma once

const char *next_word(const char *from, char *word);
int width(const char *from);
int pages(int sheets, int sides);
