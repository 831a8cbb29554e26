#pragma once
#include <dlfcn.h>
