#include "level.h"
#include "journal.h"

#include <cstdio>

int report(void);

int main() {
  std::printf("level %d %d\n", level_of("plain"), report() + journal_write("plain"));
  return 0;
}
