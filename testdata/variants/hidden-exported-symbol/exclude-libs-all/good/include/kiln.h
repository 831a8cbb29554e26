#ifndef KILN_H
#define KILN_H

const char *kiln_version(void);
int kiln_temperature(int minutes);

#endif
