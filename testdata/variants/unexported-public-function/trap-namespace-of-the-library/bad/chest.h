#ifndef CHEST_H
#define CHEST_H

#define CHEST_API __attribute__((visibility("default")))

namespace chest {
CHEST_API int open(int number);
CHEST_API int close(int number);
CHEST_API int put(int number, int coins);
CHEST_API int take(int number, int coins);
CHEST_API int count(int number);

namespace lid {
CHEST_API int oil(int number);
// When the chest moves it.
int moved(int number);
}
}

#endif
