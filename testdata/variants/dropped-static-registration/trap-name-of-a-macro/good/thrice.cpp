#include "registry.h"

int operator_thrice(int x);

static Registrar registrar("thrice", operator_thrice);
int operator_thrice(int x) { return 3 * x; }
