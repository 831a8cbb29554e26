#include "plugin.h"

PLUGIN_EXPORT int tone_start() { return 1; }

PLUGIN_BEGIN
int tone_stop() { return 2; }
PLUGIN_END

#include "begin.h"
int tone_pause() { return 3; }
#include "end.h"
