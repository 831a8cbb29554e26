#include "decoder.h"

#include "files.h"

int decode(int track) { return Files::size(track) + 1; }
