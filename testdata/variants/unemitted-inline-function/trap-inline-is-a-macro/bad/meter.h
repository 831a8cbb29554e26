#ifndef METER_H
#define METER_H

#if defined(__GNUC__)
#define inline static __inline__
#endif

inline int clamp(int level) {
  return level > 9 ? 9 : level;
}

#endif
