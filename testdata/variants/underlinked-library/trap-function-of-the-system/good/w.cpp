#include <algorithm>
#include <vector>

int ordered(std::vector<int> &all) {
  std::sort(all.begin(), all.end());
  return 1;
}
