#ifdef REPLACEABLE
#define DEFAULT __attribute__((weak))
#else
#define DEFAULT
#endif

DEFAULT int tone(void) {
  return 3;
}
