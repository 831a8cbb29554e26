#ifndef local
#define local static
#endif
