#include "quill.h"

int quill_length(void) { return 9; }
