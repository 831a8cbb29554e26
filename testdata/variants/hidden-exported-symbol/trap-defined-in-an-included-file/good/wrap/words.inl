const char *next_word(const char *from, char *word) {
    while (*from && *from != ';')
        *word++ = *from++;
    *word = 0;
    return *from ? from + 1 : from;
}

int width(const char *from) {
    int count = 0;
    for (; *from; ++from)
        ++count;
    return count;
}
