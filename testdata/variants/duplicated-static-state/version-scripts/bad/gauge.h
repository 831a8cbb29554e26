#ifndef GAUGE_H
#define GAUGE_H

void gauge_set(int drops);
int gauge_get(void);

#endif
