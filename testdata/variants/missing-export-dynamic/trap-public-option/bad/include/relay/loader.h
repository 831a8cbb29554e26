#ifndef RELAY_LOADER_H
#define RELAY_LOADER_H

#include <relay/filter.h>

/* Loads a filter; NULL if that is not possible. */
relay_filter_fn relay_load(const char *path);

#endif
