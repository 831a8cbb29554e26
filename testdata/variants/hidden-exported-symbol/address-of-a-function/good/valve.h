#ifndef VALVE_H
#define VALVE_H

__attribute__((visibility("default"))) int valve_open(int turns);

#endif
