#include <stdio.h>

#include "song.h"

int main(void) {
  printf("songs: %d\n", (int)(__stop_songs - __start_songs));
  return 0;
}
