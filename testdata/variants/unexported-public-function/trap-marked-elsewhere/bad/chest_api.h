#ifndef CHEST_API_H
#define CHEST_API_H

#define CHEST_API __attribute__((visibility("default")))

#endif
