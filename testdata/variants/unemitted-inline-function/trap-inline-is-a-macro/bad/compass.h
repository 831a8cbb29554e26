#ifndef COMPASS_H
#define COMPASS_H

inline int bearing(int points) {
  return points * 45;
}

#endif
