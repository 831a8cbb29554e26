#include "text.h"

int note(int line) { return line; }

int parse(int line) { return report(line) * 2; }
