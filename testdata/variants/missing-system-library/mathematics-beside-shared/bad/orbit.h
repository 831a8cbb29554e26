#ifdef __cplusplus
extern "C"
#endif
double orbit_angle(int day);
