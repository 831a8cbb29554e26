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
int chest_count(void) { return 10; }
