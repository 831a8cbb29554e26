#include "command.h"

__attribute__((used, section("commands"))) static const struct command quit = {"quit"};
