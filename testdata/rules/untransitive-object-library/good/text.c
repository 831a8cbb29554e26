#include "text.h"

int length(const char *text) {
    int count = 0;
    while (text[count])
        ++count;
    return count;
}
