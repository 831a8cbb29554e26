#include "text.h"

int lex(int text) { return report(text); }
