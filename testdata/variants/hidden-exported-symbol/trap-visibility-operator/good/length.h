#pragma once

_Pragma("GCC visibility push (default)")

/* Of the whole. */
int length_of_all(void);

int length(int line);

_Pragma("GCC visibility pop")
