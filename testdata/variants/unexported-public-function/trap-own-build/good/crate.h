#ifndef CRATE_H
#define CRATE_H

#define CRATE_API __attribute__((visibility("default")))

CRATE_API int crate_open(int number);
CRATE_API int crate_close(int number);
CRATE_API int crate_put(int number, int coins);
CRATE_API int crate_take(int number, int coins);
CRATE_API int crate_count(int number);

#endif
