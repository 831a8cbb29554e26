#ifdef _WIN32
struct data { char bytes[512]; };
__declspec(dllimport) int __stdcall WSAStartup(unsigned short version, struct data *data);
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

EXPORT int beacon_start(void) {
#ifdef _WIN32
  struct data data;
  return WSAStartup(0x202, &data);
#else
  return 0;
#endif
}
