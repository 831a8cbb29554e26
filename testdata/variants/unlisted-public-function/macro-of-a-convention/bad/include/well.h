#ifndef WELL_H
#define WELL_H

#ifdef _MSC_VER
#define WELL_CALL __cdecl
#define WELL_IMPORT __declspec(dllimport)
#else
#define WELL_CALL
#define WELL_IMPORT
#endif
#define WELL_API WELL_IMPORT

WELL_API int WELL_CALL well_open(int depth);
WELL_API int WELL_CALL well_draw(int amount);
WELL_API int WELL_CALL well_fill(int amount);
WELL_API int WELL_CALL well_level(void);
WELL_API int WELL_CALL well_close(void);

#endif
