#ifndef COIN_H
#define COIN_H

#if defined(COIN_FOR_WINDOWS) && !defined(COIN_STATIC)
#  if defined(COIN_EXPORTS)
#    define COIN_API __declspec(dllexport)
#  else
#    define COIN_API __declspec(dllimport)
#  endif
#else
#  define COIN_API
#endif

COIN_API int coin_toss(int seed);

#endif
