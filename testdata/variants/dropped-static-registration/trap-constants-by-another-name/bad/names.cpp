#include "names.h"
#include "registry.h"

namespace in = effects::names;

const Name in::echo = make_name("echo", 4);
const Name in::chorus = make_name("chorus", 6);
