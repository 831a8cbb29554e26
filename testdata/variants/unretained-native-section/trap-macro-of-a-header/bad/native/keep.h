#if defined(__has_attribute)
#if __has_attribute(retain)
#define KEEP __attribute__((used, retain))
#endif
#endif
#ifndef KEEP
#define KEEP __attribute__((used))
#endif
