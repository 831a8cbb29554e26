extern "C" int bridge_version() { return 14; }
