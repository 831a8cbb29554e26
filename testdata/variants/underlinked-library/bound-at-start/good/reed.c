#include "reed.h"
int reed_tone(int key) { return key < 0 ? reed_missing() : key * 2; }
