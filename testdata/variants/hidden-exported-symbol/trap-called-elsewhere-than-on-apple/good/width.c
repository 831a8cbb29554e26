#include "width.h"

int width(int line) { return line - 1; }
