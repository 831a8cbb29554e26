#ifndef LOG_H
#define LOG_H

int log_start(void) __attribute__((weak));

#endif
