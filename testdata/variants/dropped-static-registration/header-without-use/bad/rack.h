#pragma once
#include "registry.h"

const char *version();
