#ifndef BARGE_H
#define BARGE_H

int draught;

void fill(int feet);

#endif
