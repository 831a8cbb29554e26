#include "scale.h"

int scale_one(void) { return 1; }
int scale_two(void) { return 2; }
int scale_three(void) { return 3; }
int scale_four(void) { return 4; }
int scale_five(void) { return 5; }
int scale_six(void) { return 6; }
int scale_seven(void) { return 7; }
int scale_eight(void) { return 8; }
int scale_nine(void) { return 9; }
int scale_ten(void) { return 10; }
int scale_eleven(void) { return 11; }
