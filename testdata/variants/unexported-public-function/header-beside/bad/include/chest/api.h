#ifndef API_H
#define API_H

#define CHEST_API __attribute__((visibility("default")))

#endif
