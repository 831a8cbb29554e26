#include "command.h"

__attribute__((used, retain, section("commands"))) static const struct command quit = {"quit"};
