#ifndef SWING_PLATFORM_H
#define SWING_PLATFORM_H

#if !defined(_SWING_SYSTEM_)
#if defined(_WIN32)
#define SWING_WINDOWS
#else
#define SWING_POSIX 1
#endif
#define _SWING_SYSTEM_
#endif

#endif
