#ifndef DIAL_H
#define DIAL_H

static inline int knots(int miles) {
  return miles * 2;
}

#endif
