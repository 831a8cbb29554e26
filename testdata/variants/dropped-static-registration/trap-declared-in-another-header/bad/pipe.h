#pragma once

#include "flags.h"

extern Flag pipe_trace;

int open_pipe();
