#include "log.h"

#include <stdarg.h>
#include <stdio.h>

#define _public_ __attribute__((visibility("default")))

_public_ int log_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vprintf(format, arguments);
    va_end(arguments);
    return written;
}
