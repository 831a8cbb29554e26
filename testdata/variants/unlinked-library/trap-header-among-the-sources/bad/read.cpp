#include <cstdio>
#include "journal.h"

int main() {
  std::printf("pages %d\n", static_cast<int>(sizeof(Journal)));
  return 0;
}
