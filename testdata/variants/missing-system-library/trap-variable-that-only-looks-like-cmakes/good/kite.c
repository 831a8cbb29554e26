#include <stdio.h>
#ifdef _WIN32
#include <winsock2.h>
#endif

int main(void) {
#ifdef _WIN32
    WSADATA data;
    if (WSAStartup(MAKEWORD(1, 1), &data) != 0) return 1;
#endif
    printf("metres 30\n");
    return 0;
}
