#ifndef TREE_H
#define TREE_H

static inline int leaves(int height) {
  return height < 2 ? 1 : leaves(height - 1) + leaves(height - 2);
}

static inline int depth(int count) {
  return count + 9;
}

#endif
