#include <dlfcn.h>
#include <stdio.h>

#include "parcel.h"

int main(void) {
  void *seals = dlopen(SEALS, RTLD_NOW);
  printf("packed %d %lx\n", seals != NULL, parcel_seal("tea", 3));
  return 0;
}
