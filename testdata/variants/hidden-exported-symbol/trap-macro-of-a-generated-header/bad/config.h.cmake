#if defined(__GNUC__)
#define BABBLE_VISIBLE __attribute__((visibility("default")))
#endif
