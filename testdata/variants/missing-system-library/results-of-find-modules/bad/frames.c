#include <dlfcn.h>

int DGifOpenFileName(void);

int frames(const char *name) {
  return dlopen(name, RTLD_NOW) ? DGifOpenFileName() : 0;
}
