#ifndef CHIME_H
#define CHIME_H
int chime_open(int tones);
#endif
