#ifndef RELAY_STATS_H
#define RELAY_STATS_H

/* How many of the relay's buffers that many bytes fill. */
int relay_stats_buffers(int bytes);

#endif
