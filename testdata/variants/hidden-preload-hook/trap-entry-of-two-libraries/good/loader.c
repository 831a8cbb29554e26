#include <stdio.h>
static void agent_main(void) { puts("loader"); }
__attribute__((constructor)) static void start(void) { agent_main(); }
