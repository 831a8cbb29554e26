#ifndef PAINT_H
#define PAINT_H

#ifdef PAINT_BUILD
#define PAINT_API __declspec(dllexport)
#else
#define PAINT_API __declspec(dllimport)
#endif

int paint_draw(void);

#endif
