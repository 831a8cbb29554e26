#ifdef __cplusplus
extern "C" {
#endif
int peal_rope_pull(int times);
#ifdef __cplusplus
}
#endif
