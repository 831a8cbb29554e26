#ifndef EFFECT_LOADER_H
#define EFFECT_LOADER_H

#include <mixdesk/effect_api.h>

/* Loads an effect. NULL, with a message on stderr, if that is not possible. */
mixdesk_process_fn load_effect(const char *path);

#endif
