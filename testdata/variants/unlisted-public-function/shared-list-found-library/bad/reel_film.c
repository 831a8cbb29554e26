#include <math.h>

static double doubled(int length) { return pow(length, 2); }

int reel_film_new(int length) { return (int)doubled(length); }
