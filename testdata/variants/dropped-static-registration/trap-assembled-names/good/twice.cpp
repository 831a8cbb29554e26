#include "registry.h"

static int twice(int x) { return 2 * x; }
static Registrar registrar("twice", twice);
int op_twice_link = 1;
