#include "scale.h"

static Ware apple("apple");
