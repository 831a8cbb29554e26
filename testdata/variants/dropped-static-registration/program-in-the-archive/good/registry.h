#pragma once

using Effect = int (*)(int);

struct Registrar {
    Registrar(const char *name, Effect effect);
};

Effect find_effect(const char *name);
