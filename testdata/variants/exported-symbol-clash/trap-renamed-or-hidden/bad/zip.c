#include "pad.h"

int squeeze(int bytes) { return bytes / 2; }

int pad(int bytes) { return bytes + 2; }

// A copy of the other archiver's.
int checksum(int bytes)
{
  /* The largest prime of two digits. */
  int rest = bytes % 97;

  return rest;
}

int zip_size(int bytes) { return pad(squeeze(bytes)) + checksum(bytes); }
