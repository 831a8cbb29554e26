#ifndef LEVEL_H
#define LEVEL_H

inline int clamp(int level) {
  return level > 9 ? 9 : level;
}

#endif
