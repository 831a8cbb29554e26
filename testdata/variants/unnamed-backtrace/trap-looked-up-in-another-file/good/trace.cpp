#include <cxxabi.h>
#include <execinfo.h>

#include <cstdio>
#include <cstdlib>
#include <string>

void look_up(void *address);

void print_trace() {
  void *frames[16];
  int count = backtrace(frames, 16);
  char **lines = backtrace_symbols(frames, count);
  for (int i = 0; i < count; i++) {
    std::string line(lines[i]);
    std::size_t from = line.find('('), to = line.find('+', from);
    if (from == std::string::npos || to == std::string::npos || to == from + 1) {
      look_up(frames[i]);
      continue;
    }
    std::string name = line.substr(from + 1, to - from - 1);
    int status = 0;
    char *plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    std::printf("in %s\n", status == 0 ? plain : "?");
    std::free(plain);
  }
  std::free(lines);
}
