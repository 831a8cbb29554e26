#pragma once
#include <babble/settings.h>

#ifndef BABBLE_VISIBLE
#define BABBLE_VISIBLE
#endif

class BABBLE_VISIBLE Babble {
public:
    virtual ~Babble();
    static const char *description();
};
