#include "sched.h"
#include <stdio.h>
int main(void) { printf("jobs %d\n", run_jobs() + plan()); return 0; }
