#include "net.hpp"

void close(Handle &handle) { handle.number = -1; }
void sort(int *first, int count) { first[0] = count; }
namespace app {
void close(Handle &handle) { handle.number = 0; }
}
