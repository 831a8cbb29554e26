#include <android/log.h>

void sound_log(void) { __android_log_print(4, "sound", "hello"); }
