#ifndef GTRACE_TRACE_H
#define GTRACE_TRACE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Notes an event with the time in the trace. */
void gtrace_event(const char *event, const char *detail);

#ifdef __cplusplus
}
#endif

#endif
