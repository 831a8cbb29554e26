extern "C" int shim_width();

extern "C" int model_run() { return shim_width() + 1; }
