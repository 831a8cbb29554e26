#ifndef KILN_H
#define KILN_H

#pragma GCC visibility push(default)

const char *kiln_version(void);
int kiln_temperature(int minutes);

#pragma GCC visibility pop

#endif
