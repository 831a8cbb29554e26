#include "ink.h"

int ink_red(void) { return 1; }
int ink_green(void) { return 1; }
int ink_blue(void) { return 1; }
int ink_black(void) { return 1; }
int ink_white(void) { return 1; }
int ink_spare(void) { return 1; }
int ink_level(void) { return 1; }
int ink_order(void) { return 1; }
int ink_price(void) { return 1; }
int ink_age(void) { return 1; }
int ink_depth(void) { return 1; }
