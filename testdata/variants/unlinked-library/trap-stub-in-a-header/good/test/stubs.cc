#include "conf.h"

int conf::level() { return 0; }

int conf::scale(int value) { return value; }

Conf::Conf() { sum = conf::level(); }

int Conf::add(int) { return 7; }
