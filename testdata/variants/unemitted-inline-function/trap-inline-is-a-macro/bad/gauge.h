#ifndef GAUGE_H
#define GAUGE_H

inline int fathoms(int feet) {
  return feet / 6;
}

#endif
