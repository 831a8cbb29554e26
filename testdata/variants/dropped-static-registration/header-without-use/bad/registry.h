#pragma once
#include <map>
#include <string>

typedef int (*Module)(int);
std::map<std::string, Module> &modules();
int play(const std::string &name, int level);

struct Registrar {
  Registrar(const char *name, Module module) { modules()[name] = module; }
};
