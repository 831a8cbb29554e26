#include "QnnInterface.h"

int hook(void) { return QNN_BACKENDS; }
