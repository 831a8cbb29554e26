#pragma once

struct Effect {
    explicit Effect(const char *name);
};

#define RACK_EFFECT(name) extern Effect name;

RACK_EFFECT(the_echo)

int effects_loaded();
