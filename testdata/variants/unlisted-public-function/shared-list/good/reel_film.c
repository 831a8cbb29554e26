#include "reel_film.h"

int reel_film_new(int length) { return 2 * length; }
