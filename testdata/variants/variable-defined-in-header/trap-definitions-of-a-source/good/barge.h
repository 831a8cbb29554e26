#ifndef BARGE_H
#define BARGE_H

extern int draught;

void fill(int feet);

#endif
