#include "sched.h"
#include "find.h"
int run_jobs(void) { return find_files(); }
