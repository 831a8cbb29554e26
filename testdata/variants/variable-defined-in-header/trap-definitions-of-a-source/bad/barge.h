#ifndef BARGE_H
#define BARGE_H

#ifdef ELSEWHERE
extern int draught;
#else
int draught;
#endif

void fill(int feet);

#endif
