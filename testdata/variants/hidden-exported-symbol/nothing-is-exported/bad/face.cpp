#include "face.h"

int face(int size) { return size + 5; }
