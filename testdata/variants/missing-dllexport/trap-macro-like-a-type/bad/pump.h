#pragma once

#ifdef _WIN32
#ifdef Pump_BUILDING
#define PumpDef __declspec(dllexport)
#else
#define PumpDef __declspec(dllimport)
#endif
#else
#define PumpDef
#endif

class PumpDef Inlet {
 public:
  int open();
};

class PumpDef Outlet {
 public:
  int close();
};

class PumpDef Gauge {
 public:
  int rate();
};

class PumpDef Motor {
 public:
  int turn();
};

class PumpDef Filter {
 public:
  int rinse();
};

class PumpDef Seal {
 public:
  int press();
};

#ifdef __cplusplus
extern "C"
{
#endif
PumpDef const char *valve_name(int state);
PumpDef int valve_turns(int state);
#ifdef __cplusplus
}
#endif
