#ifndef EXPORT_H
#define EXPORT_H

#ifdef BAND_BUILD
#define BAND_API __attribute__((visibility("default")))
#endif

#endif
