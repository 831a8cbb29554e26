#include <winsock2.h>

int sockets_begin(void) {
  WSADATA data;
  return WSAStartup(MAKEWORD(2, 2), &data);
}
