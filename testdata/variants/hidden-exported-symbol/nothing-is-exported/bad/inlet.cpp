#include "inlet.h"

int inlet(int size) { return size + 8; }
