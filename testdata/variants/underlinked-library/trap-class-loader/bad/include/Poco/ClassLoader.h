#pragma once
#include <dlfcn.h>
namespace Poco {
template <class Base> class ClassLoader {
public:
  void *loadLibrary(const char *path) { return dlopen(path, RTLD_NOW); }
};
}
