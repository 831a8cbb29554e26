#ifndef GAUGE_H
#define GAUGE_H

#if defined(_WIN32) && !defined(gauge_EXPORTS)
#define GAUGE_DATA __declspec(dllimport)
#else
#define GAUGE_DATA
#endif

/* The level that gauge_fill() has reached. */
GAUGE_DATA extern int gauge_level;

int gauge_fill(int amount);

#endif
