#ifdef __cplusplus
extern "C" {
#endif
int part_number(int which);
#ifdef __cplusplus
}
#endif
