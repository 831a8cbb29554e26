#include "text.h"

int trim(int length) { return length > 4 ? 4 : length; }
