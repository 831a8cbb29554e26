#ifdef __cplusplus
extern "C" {
#endif
int core_open(int x);
int core_close(int x);
#ifdef __cplusplus
}
#endif
#if defined(_MSC_VER)
#pragma comment(lib, "core.lib")
#endif
