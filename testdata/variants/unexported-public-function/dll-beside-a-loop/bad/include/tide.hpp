#ifndef TIDE_HPP
#define TIDE_HPP

#if defined(_WIN32) && defined(tide_EXPORTS)
#define TIDE_API __declspec(dllexport)
#elif defined(_WIN32)
#define TIDE_API __declspec(dllimport)
#else
#define TIDE_API
#endif

TIDE_API int tide_rises(int hour);
TIDE_API int tide_falls(int hour);
TIDE_API int tide_height(int hour);
TIDE_API int tide_low(int hour);

int tide_turns(int hour);

#endif
