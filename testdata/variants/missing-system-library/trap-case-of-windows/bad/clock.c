#ifdef _WIN32
#include <windows.h>
__declspec(dllexport) int clock_now(void) { return (int)timeGetTime(); }
#else
int clock_now(void) { return 12; }
#endif
