#pragma once
#define MILL_API

MILL_API int mill_open(int stones);
MILL_API int mill_grind(int grain);
MILL_API int mill_stop(void);
MILL_API int mill_close(void);
