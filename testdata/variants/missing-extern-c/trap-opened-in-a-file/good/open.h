/* Everything up to close.h is C. */
#ifdef __cplusplus
extern "C" {
#endif
