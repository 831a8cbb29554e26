#ifndef PAINT_H
#define PAINT_H

#ifdef PAINT_BUILD
#define PAINT_API __declspec(dllexport)
#else
#define PAINT_API __declspec(dllimport)
#endif

PAINT_API extern int paint_layers;
PAINT_API int paint_draw(void);

#endif
