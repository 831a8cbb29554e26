#include <QLibrary>
#include <cstdio>

int main() {
  QLibrary library("./build/render.so");
  if (!library.load())
    return 1;
  auto render = reinterpret_cast<int (*)()>(library.resolve("render"));
  std::printf("render %d\n", render());
  return 0;
}
