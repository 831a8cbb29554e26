#ifndef MIXER_H
#define MIXER_H

/* Plugins may call these. */
int mixer_rate(void);
void mixer_level(int level);

#endif
