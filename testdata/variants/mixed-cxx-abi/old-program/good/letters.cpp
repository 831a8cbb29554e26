#include "letters.h"

std::string capitals(const std::string &text) {
    std::string made = text;
    for (char &c : made) {
        c = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
    }
    return made;
}
