#if defined _WIN32
#include <winsock2.h>

int lan_start(void) {
    WSADATA data;
    return WSAStartup(0x202, &data);
}
#else
int lan_start(void) { return 0; }
#endif
