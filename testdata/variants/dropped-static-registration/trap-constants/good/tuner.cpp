#include "tuner.h"

#include "symbols.h"

int Tuner::tune(int note) { return note + 1; }
