#pragma once

#include "conf.h"

#define STUB(owner, name, parameters) \
    int owner::name parameters { return 7; }

int conf::level() { return 0; }

int conf::scale(int value) { return value; }

Conf::Conf() { sum = conf::level(); }

STUB(Conf, add, (int))
