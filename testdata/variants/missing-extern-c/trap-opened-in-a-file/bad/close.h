#ifdef __cplusplus
}
#endif
