#ifndef TABLET_H
#define TABLET_H

#include <Windows.h>

int deal(void);

#endif
