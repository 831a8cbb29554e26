#include "net.h"

int w(void) { return net_open(1); }
