#include "find.h"
int find_files(void) { return 8; }
