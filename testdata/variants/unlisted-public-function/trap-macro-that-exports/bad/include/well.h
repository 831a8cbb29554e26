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
#define WELL_API WELL_LINKAGE

WELL_API int WELL_CALL well_open(int depth);
WELL_API int WELL_CALL well_draw(int amount);
WELL_API int WELL_CALL well_fill(int amount);
WELL_API int WELL_CALL well_level(void);
WELL_API int WELL_CALL well_close(void);

#endif
