#include "codec.h"

#include <cstdio>

const char *codec_name(void);

int main() {
  std::printf("%s %d\n", codec_name(), codec_run(9));
  return 0;
}
