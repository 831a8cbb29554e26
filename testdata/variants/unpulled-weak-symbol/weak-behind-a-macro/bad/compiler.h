#ifndef COMPILER_H
#define COMPILER_H

#if defined(__GNUC__) || defined(__clang__)
#define MAY_BE_REPLACED __attribute__((weak))
#else
#define MAY_BE_REPLACED
#endif

#endif
