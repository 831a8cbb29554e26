#ifndef CHEST_H
#define CHEST_H

#define CHEST_API __attribute__((visibility("default")))

CHEST_API int chest_open(int drawer);
CHEST_API int chest_close(int drawer);
CHEST_API int chest_put(int drawer);
CHEST_API int chest_take(int drawer);
CHEST_API int chest_lock(int drawer);
CHEST_API int chest_worms(int drawer);

#endif
