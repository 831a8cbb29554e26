#ifndef LEVEL_H
#define LEVEL_H

#ifdef __cplusplus
extern "C" {
#endif

inline int clamp(int level) {
  return level > 9 ? 9 : level;
}

int peak(int level);

#ifdef __cplusplus
}
#endif

#endif
