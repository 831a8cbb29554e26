#include "pipe.h"

int open_pipe() { return pipe_trace.on ? 2 : 1; }
