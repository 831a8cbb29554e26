#ifndef VALVE_H
#define VALVE_H

int valve_open(int turns);

#endif
