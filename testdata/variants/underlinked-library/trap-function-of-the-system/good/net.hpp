#pragma once
struct Handle {
  int number;
};
void close(Handle &handle);
void sort(int *first, int count);
namespace app {
void close(Handle &handle);
}
