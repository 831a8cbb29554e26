#ifdef __cplusplus
extern "C" {
#endif
int core_open(int x);
int core_close(int x);
#ifdef __cplusplus
}
#endif
