#ifndef WELL_H
#define WELL_H

#ifdef _MSC_VER
#define WELL_CALL __cdecl
#define WELL_IMPORT __declspec(dllimport)
#else
#define WELL_CALL
#define WELL_IMPORT
#endif
#define WELL_FUNCTION(type) WELL_IMPORT type WELL_CALL

WELL_FUNCTION(int) well_open(int depth);
WELL_FUNCTION(int) well_draw(int amount);
WELL_FUNCTION(int) well_fill(int amount);
WELL_FUNCTION(int) well_level(void);
WELL_FUNCTION(int) well_close(void);

#endif
