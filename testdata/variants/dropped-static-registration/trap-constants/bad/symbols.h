#pragma once

struct Symbol {
    int number;
};

Symbol intern(const char *name);

struct Logger {
    void info(const char *text);
};

Logger &logger_of(const char *name);

#define SAY(text) logger.info(text)
#define NOTE(text) SAY(text)
