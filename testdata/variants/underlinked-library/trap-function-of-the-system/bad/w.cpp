#include <algorithm>
#include <unistd.h>
#include <vector>
#include "net.hpp"

using namespace std;

int ordered(vector<int> &all, int fd) {
  sort(all.begin(), all.end());
  close(fd);
  return 1;
}
namespace app {
int closed(int fd) {
  ::close(fd);
  return 1;
}
}
