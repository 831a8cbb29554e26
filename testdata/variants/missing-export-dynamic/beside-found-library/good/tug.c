void take_berth(const char* name);

void tug_start(void) { take_berth("tug"); }
