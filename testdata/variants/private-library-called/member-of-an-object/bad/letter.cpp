#include "letter.h"
#include "ink.h"

int letter_write() {
    Ink ink(2);
    return ink.left();
}
