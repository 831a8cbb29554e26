#include "names.h"
#include "registry.h"

const Name effects::names::echo = make_name("echo", 4);
const Name effects::names::chorus = make_name("chorus", 6);
