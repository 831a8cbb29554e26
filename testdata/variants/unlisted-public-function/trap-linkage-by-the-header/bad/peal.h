#ifdef __cplusplus
extern "C" {
#endif
int peal_ring(int times);
#ifdef __cplusplus
}
#endif
