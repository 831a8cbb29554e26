#pragma once

#ifdef _WIN32
#ifdef Pump_BUILDING
#define PUMP_DEF __declspec(dllexport)
#else
#define PUMP_DEF __declspec(dllimport)
#endif
#else
#define PUMP_DEF
#endif

class PUMP_DEF Inlet {
 public:
  int open();
};

class PUMP_DEF Outlet {
 public:
  int close();
};

class PUMP_DEF Gauge {
 public:
  int rate();
};

class PUMP_DEF Motor {
 public:
  int turn();
};

class PUMP_DEF Filter {
 public:
  int rinse();
};

class PUMP_DEF Seal {
 public:
  int press();
};

#ifdef __cplusplus
extern "C"
{
#endif
PUMP_DEF const char *valve_name(int state);
PUMP_DEF int valve_turns(int state);
#ifdef __cplusplus
}
#endif
