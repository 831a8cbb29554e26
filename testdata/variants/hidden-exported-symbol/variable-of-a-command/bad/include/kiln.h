#ifndef KILN_H
#define KILN_H

#define KILN_API __attribute__((visibility("default")))

KILN_API const char *kiln_version(void);
int kiln_temperature(int minutes);

#endif
