#ifndef SPOOL_H
#define SPOOL_H

int spool_length(int turns);

#endif
