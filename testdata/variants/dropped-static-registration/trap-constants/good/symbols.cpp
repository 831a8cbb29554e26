#include "symbols.h"

#include <cstdio>

Symbol intern(const char *name) { return {name[0]}; }

void Logger::info(const char *text) { std::puts(text); }

Logger &logger_of(const char *) {
    static Logger one;
    return one;
}
