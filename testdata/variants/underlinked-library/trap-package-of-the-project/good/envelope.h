#ifndef ENVELOPE_H
#define ENVELOPE_H

int envelope_decay(int level, int steps);

#endif
