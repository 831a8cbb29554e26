#include "chest/chest.h"
#include "chest/coins.h"
#include "chest/keys.h"

int chest_open(int number) { return number; }
int chest_close(int number) { return number; }
int chest_put(int number) { return number; }
int chest_take(int number) { return number; }
int chest_count(int number) { return number; }
int chest_lock(int number) { return number; }
int chest_unlock(int number) { return number; }
int chest_hide(int number) { return number; }
int chest_find(int number) { return number; }
int chest_move(int number) { return number; }
int coins_add(int number) { return number; }
int coins_drop(int number) { return number; }
int coins_count(int number) { return number; }
int coins_sort(int number) { return number; }
int coins_melt(int number) { return number; }
int coins_mint(int number) { return number; }
int coins_weigh(int number) { return number; }
int coins_share(int number) { return number; }
int coins_keep(int number) { return number; }
int coins_lend(int number) { return number; }
int keys_copy(int number) { return number; }
