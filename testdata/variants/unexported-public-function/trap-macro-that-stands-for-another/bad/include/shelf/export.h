#ifndef SHELF_EXPORT_H
#define SHELF_EXPORT_H

#define SHELF_EXPORTED __attribute__((visibility("default")))

#ifdef SHELF_BUILD
#define SHELF_API SHELF_EXPORTED
#else
#define SHELF_API
#endif

#endif
