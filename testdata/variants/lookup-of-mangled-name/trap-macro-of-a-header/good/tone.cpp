extern "C" int tone_start() { return 1; }
extern "C" int tone_stop() { return 2; }
extern "C" int tone_pause() { return 3; }
