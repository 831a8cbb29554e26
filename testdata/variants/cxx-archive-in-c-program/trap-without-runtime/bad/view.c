#include <stdio.h>

#include "codec.h"

int main(int argc, char **argv) {
  (void)argc;
  printf("length %d\n", codec_length(argv[1]));
  return 0;
}
