#include "net.h"

int net_open(int x) { return x; }
