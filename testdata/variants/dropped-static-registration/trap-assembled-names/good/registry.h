#pragma once
struct Registrar {
  Registrar(const char *name, int (*run)(int));
};
int call(const char *name, int x);
