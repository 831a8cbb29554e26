#ifndef PAD_H
#define PAD_H

#pragma GCC visibility push(hidden)
int pad(int bytes);
#pragma GCC visibility pop

#endif
