#include "settings.h"

#include <cstdio>

Settings::Settings() : Dialog(80) {}
Settings::~Settings() {}
void Settings::load() { std::printf("width %d\n", width()); }

extern "C" Dialog *make_dialog() { return new Settings; }
