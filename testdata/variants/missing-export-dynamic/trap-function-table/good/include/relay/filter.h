#ifndef RELAY_FILTER_H
#define RELAY_FILTER_H

/* What the relay hands to a filter. */
struct relay_host {
    int (*buffer_size)(void);
};

/* Offered by a filter under the name relay_filter_run. */
typedef int (*relay_filter_fn)(const struct relay_host *host, int bytes);

#endif
