#include "limits.h"

int limit(int sample) { return sample > 100 ? 100 : sample; }
