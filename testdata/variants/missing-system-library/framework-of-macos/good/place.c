#ifdef __APPLE__
#include <CoreFoundation/CoreFoundation.h>

int place_is_known(void) {
  CFLocaleRef locale = CFLocaleCopyCurrent();
  int known = locale != 0;
  CFRelease(locale);
  return known;
}
#else
int place_is_known(void) { return 0; }
#endif
