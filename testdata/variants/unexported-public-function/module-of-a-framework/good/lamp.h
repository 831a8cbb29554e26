#ifndef LAMP_H
#define LAMP_H

#include "lamp_export.h"

LAMP_EXPORT int lamp_on(int to);
LAMP_EXPORT int lamp_off(int from);
LAMP_EXPORT int lamp_up(int by);
LAMP_EXPORT int lamp_down(int by);
LAMP_EXPORT int lamp_dims(int below);

#endif
