#include "log.h"

int log_write(int level) { return level; }
