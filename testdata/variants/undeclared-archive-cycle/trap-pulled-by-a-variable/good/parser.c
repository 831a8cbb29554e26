#include "text.h"

int parse(int text) { return lex(text); }
