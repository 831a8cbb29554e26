#pragma once

#ifdef _WIN32
#ifdef Pump_BUILDING
#define Pump_core_EXPORT __declspec(dllexport)
#else
#define Pump_core_EXPORT __declspec(dllimport)
#endif
#else
#define Pump_core_EXPORT
#endif

class Pump_core_EXPORT Inlet {
 public:
  int open();
};

class Pump_core_EXPORT Outlet {
 public:
  int close();
};

class Pump_core_EXPORT Gauge {
 public:
  int rate();
};

class Pump_core_EXPORT Motor {
 public:
  int turn();
};

class Pump_core_EXPORT Filter {
 public:
  int rinse();
};

class Pump_core_EXPORT Seal {
 public:
  int press();
};

class Valve {
 public:
  Pump_core_EXPORT static const char *name(int state);
  Pump_core_EXPORT static int turns(int state);
};
