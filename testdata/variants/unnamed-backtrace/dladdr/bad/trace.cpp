#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdio>
#include <cstdlib>

void print_trace() {
  void *frames[16];
  int count = backtrace(frames, 16);
  for (int i = 0; i < count; i++) {
    Dl_info info;
    if (dladdr(frames[i], &info) == 0 || info.dli_sname == nullptr)
      continue;
    int status = 0;
    char *plain = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
    std::printf("in %s\n", status == 0 ? plain : info.dli_sname);
    std::free(plain);
  }
}
