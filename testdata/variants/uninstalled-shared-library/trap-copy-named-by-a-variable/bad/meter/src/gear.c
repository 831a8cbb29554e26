int gear_teeth(void) { return 9; }
