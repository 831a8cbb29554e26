#ifndef SHELF_EXPORT_H
#define SHELF_EXPORT_H

#define SHELF_API __attribute__((visibility("default")))

#endif
