#ifndef TREE_H
#define TREE_H

inline int leaves(int height) {
  return height < 2 ? 1 : leaves(height - 1) + leaves(height - 2);
}

inline int depth(int count) {
  return count + 9;
}

#endif
