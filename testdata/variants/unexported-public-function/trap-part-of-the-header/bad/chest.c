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
int chest_drawer_20(void) { return 20; }
int chest_drawer_21(void) { return 21; }
int chest_drawer_22(void) { return 22; }
int chest_drawer_23(void) { return 23; }
int chest_drawer_24(void) { return 24; }
int chest_drawer_25(void) { return 25; }
int chest_drawer_26(void) { return 26; }
int chest_drawer_27(void) { return 27; }
int chest_drawer_28(void) { return 28; }
int chest_drawer_29(void) { return 29; }
int chest_drawer_30(void) { return 30; }
int chest_drawer_31(void) { return 31; }
int chest_drawer_32(void) { return 32; }
int chest_drawer_33(void) { return 33; }
int chest_drawer_34(void) { return 34; }
int chest_drawer_35(void) { return 35; }
int chest_drawer_36(void) { return 36; }
int chest_drawer_37(void) { return 37; }
int chest_drawer_38(void) { return 38; }
int chest_drawer_39(void) { return 39; }

int chest_slot_lock(int slot) { return slot + 1; }
int chest_slot_unlock(int slot) { return slot - 1; }
int chest_slot_free(int slot) { return -slot; }
