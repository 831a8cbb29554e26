#define PALETTE_IMPLEMENTATION
#include <palette.h>
