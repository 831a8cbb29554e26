#include <gtrace/trace.h>

#include <stdio.h>

void gtrace_event(const char *event, const char *detail)
{
    printf("trace: %s %s\n", event, detail);
}
