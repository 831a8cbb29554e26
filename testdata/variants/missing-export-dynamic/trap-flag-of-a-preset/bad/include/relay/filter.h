#ifndef RELAY_FILTER_H
#define RELAY_FILTER_H

/* Offered by the relay to its filters. */
int relay_buffer_size(void);

/* Offered by a filter under the name relay_filter_run. */
typedef int (*relay_filter_fn)(int bytes);

#endif
