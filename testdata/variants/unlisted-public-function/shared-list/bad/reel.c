#include "reel.h"

int reel_open(int length) { return length; }
int reel_wind(int length) { return length + 1; }
int reel_close(int length) { return -length; }
int reel_length(int length) { return length; }
