#include "chest.h"

int chest_open(int number) { return number; }
int chest_close(int number) { return number; }
int chest_put(int number) { return number; }
int chest_take(int number) { return number; }
int chest_count(int number) { return number; }
int chest_empty(int number) { return number; }
