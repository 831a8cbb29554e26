#pragma once

#include <string.h>

#ifndef HAVE_STRSEP
char *strsep(char **rest, const char *ends);
#endif
