#ifndef DIAL_H
#define DIAL_H

inline int knots(int miles) {
  return miles * 2;
}

#endif
