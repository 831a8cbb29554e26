#include "chest.h"

int chest_drawer_0(void) { return 0; }
int chest_drawer_1(void) { return 1; }
int chest_drawer_2(void) { return 2; }
int chest_drawer_3(void) { return 3; }
int chest_drawer_4(void) { return 4; }
int chest_drawer_5(void) { return 5; }
int chest_drawer_6(void) { return 6; }
int chest_drawer_7(void) { return 7; }
int chest_drawer_8(void) { return 8; }
int chest_drawer_9(void) { return 9; }
int chest_drawer_10(void) { return 10; }
int chest_drawer_11(void) { return 11; }
int chest_drawer_12(void) { return 12; }
int chest_drawer_13(void) { return 13; }
int chest_drawer_14(void) { return 14; }
int chest_drawer_15(void) { return 15; }
int chest_drawer_16(void) { return 16; }
int chest_drawer_17(void) { return 17; }
int chest_drawer_18(void) { return 18; }
int chest_drawer_19(void) { return 19; }

int chest_slot_lock(int slot) { return slot + 1; }
int chest_slot_unlock(int slot) { return slot - 1; }
int chest_slot_free(int slot) { return -slot; }

#ifndef _WIN32
int chest_open(int number) { return chest_slot_unlock(number); }
#endif
