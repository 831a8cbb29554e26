#ifndef CHEST_H
#define CHEST_H

#define CHEST_API __attribute__((visibility("default")))

CHEST_API int chest_open(int number);
CHEST_API int chest_close(int number);
CHEST_API int chest_put(int number, int coins);
CHEST_API int chest_take(int number, int coins);
CHEST_API int chest_count(int number);
CHEST_API int chest_empty(int number);

#endif
