#include "fake.h"
#include "format.h"

FAKE_VALUE_FUNC(int, format_value, int)
