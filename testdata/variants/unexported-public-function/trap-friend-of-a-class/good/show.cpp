#include <cstdio>

#include "film.hpp"

int main() {
  Film film;
  film_play(&film);
  std::printf("frames %d\n", film.frames());
  return 0;
}
