#include "flash.h"

int lens_flash(int power) { return power * 2; }
