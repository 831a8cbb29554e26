#ifndef COIN_H
#define COIN_H

#if !defined(COIN_API) && defined(COIN_NO_ATTRIBUTES)
#  define COIN_API extern
#endif
#if !defined(COIN_API)
#  if defined(COIN_BUILD)
#    define COIN_API extern
#  elif defined(_WIN32) && !defined(COIN_STATIC)
#    define COIN_API extern __declspec(dllimport)
#  else
#    define COIN_API extern
#  endif
#endif

COIN_API int coin_toss(int seed);

#endif
