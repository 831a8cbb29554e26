#include "effect.h"

Effect the_echo("echo");
