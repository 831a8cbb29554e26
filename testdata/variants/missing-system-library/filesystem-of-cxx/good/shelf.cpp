#include "paths.h"

#include <cstdio>

int main(int argc, char **argv) {
  std::puts(fs::is_directory(argc > 1 ? argv[1] : ".") ? "folder" : "none");
  return 0;
}
