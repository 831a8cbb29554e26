#ifdef __cplusplus
extern "C"
#endif
int format_value(int x);
