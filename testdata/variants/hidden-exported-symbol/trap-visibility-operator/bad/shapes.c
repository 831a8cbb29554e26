#include "length.h"
#include "width.h"

int length(int line) { return line; }

int width(int line) { return line - 1; }

int length_of_all(void) { return 9; }

int width_of_all(void) { return 8; }
