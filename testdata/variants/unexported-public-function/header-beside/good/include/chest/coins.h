#ifndef COINS_H
#define COINS_H

#include "api.h"

CHEST_API int coins_add(int number);
CHEST_API int coins_drop(int number);
CHEST_API int coins_count(int number);
CHEST_API int coins_sort(int number);
CHEST_API int coins_melt(int number);
CHEST_API int coins_mint(int number);
CHEST_API int coins_weigh(int number);
CHEST_API int coins_share(int number);
CHEST_API int coins_keep(int number);
CHEST_API int coins_lend(int number);

#endif
