#include "report.h"

int Report::note(int line) { return line + 1; }
