#include "flags.h"

Flag pipe_trace("pipe");
