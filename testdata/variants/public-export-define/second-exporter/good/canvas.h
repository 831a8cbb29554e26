#include "paint.h"

#ifdef CANVAS_BUILD
#define CANVAS_API __declspec(dllexport)
#else
#define CANVAS_API __declspec(dllimport)
#endif

CANVAS_API int canvas_draw(void);
