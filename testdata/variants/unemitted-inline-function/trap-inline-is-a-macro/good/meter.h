#ifndef METER_H
#define METER_H

static inline int clamp(int level) {
  return level > 9 ? 9 : level;
}

#endif
