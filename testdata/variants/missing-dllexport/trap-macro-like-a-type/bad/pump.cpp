#include "pump.h"

int Inlet::open() { return 1; }
int Outlet::close() { return 2; }
int Gauge::rate() { return 3; }
int Motor::turn() { return 4; }
int Filter::rinse() { return 5; }
int Seal::press() { return 6; }

const char *valve_name(int state) { return state ? "open" : "shut"; }
int valve_turns(int state) { return state * 2; }
