#include "prefix.h"
#include "registry.h"

static Registrar registrar("thrice", OPERATOR(thrice));
int OPERATOR(thrice)(int x) { return 3 * x; }
