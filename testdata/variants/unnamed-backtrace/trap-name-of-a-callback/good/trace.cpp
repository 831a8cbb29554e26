#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

/* Says which library a function of the C library comes from. */
void print_trace() {
  Dl_info info;
  void *place = reinterpret_cast<void *>(&std::atoi);
  if (dladdr(place, &info) == 0 || info.dli_sname == nullptr)
    return;
  int status = 0;
  char *plain = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::printf("in %s\n", status == 0 ? plain : info.dli_sname);
  std::free(plain);
}
