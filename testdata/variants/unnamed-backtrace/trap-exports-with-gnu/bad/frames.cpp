#include <cxxabi.h>
#include <execinfo.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <typeinfo>

template <class T> void show(T depth) {
  int status = 0;
  char *type = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status);
  std::printf("depth of %s\n", status == 0 ? type : "?");
  std::fflush(stdout);
  std::free(type);
  void *frames[16];
  backtrace_symbols_fd(frames, backtrace(frames, depth), STDERR_FILENO);
}

int main() {
  show(8);
  return 0;
}
