#pragma once

#ifdef _WIN32
#ifdef Pump_BUILDING
#define PUMP_CORE_EXPORT __declspec(dllexport)
#else
#define PUMP_CORE_EXPORT __declspec(dllimport)
#endif
#else
#define PUMP_CORE_EXPORT
#endif

class PUMP_CORE_EXPORT Inlet {
 public:
  int open();
};

class PUMP_CORE_EXPORT Outlet {
 public:
  int close();
};

class PUMP_CORE_EXPORT Gauge {
 public:
  int rate();
};

class PUMP_CORE_EXPORT Motor {
 public:
  int turn();
};

class PUMP_CORE_EXPORT Filter {
 public:
  int rinse();
};

class PUMP_CORE_EXPORT Seal {
 public:
  int press();
};

class Valve {
 public:
  PUMP_CORE_EXPORT static const char *name(int state);
  PUMP_CORE_EXPORT static int turns(int state);
};
