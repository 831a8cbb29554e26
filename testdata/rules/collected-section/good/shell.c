#include <stdio.h>

#include "command.h"

extern const struct command __start_commands[] __attribute__((weak));
extern const struct command __stop_commands[] __attribute__((weak));

int main(void) {
  printf("commands: %d\n", (int)(__stop_commands - __start_commands));
  return 0;
}
