#include "load.h"

int main(int argc, char **argv) {
  return argc > 1 ? threads_of(argv[1]) < 0 : 1;
}
