static inline int halve(int level) {
  return level / 2;
}
