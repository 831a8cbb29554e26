#ifndef WELL_H
#define WELL_H

#ifdef _MSC_VER
#define WELL_CALL __cdecl
#else
#define WELL_CALL
#endif
#if defined(_WIN32) && defined(well_EXPORTS)
#define WELL_LINKAGE __declspec(dllexport)
#elif defined(_WIN32)
#define WELL_LINKAGE __declspec(dllimport)
#else
#define WELL_LINKAGE
#endif
#define WELL_FUNCTION(type) WELL_LINKAGE type WELL_CALL

WELL_FUNCTION(int) well_open(int depth);
WELL_FUNCTION(int) well_draw(int amount);
WELL_FUNCTION(int) well_fill(int amount);
WELL_FUNCTION(int) well_level(void);
WELL_FUNCTION(int) well_close(void);

#endif
