#include <stdio.h>
void agent_main(void) { puts("agent"); }
__attribute__((constructor)) static void start(void) { agent_main(); }
