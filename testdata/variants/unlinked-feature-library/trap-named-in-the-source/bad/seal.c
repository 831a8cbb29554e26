#ifdef SEAL_BCRYPT
#include <windows.h>

#include <bcrypt.h>
#pragma comment(lib, "Bcrypt.lib")

void seal_drop(BCRYPT_KEY_HANDLE key) { BCryptDestroyKey(key); }
#endif

int seal(void) { return 3; }
