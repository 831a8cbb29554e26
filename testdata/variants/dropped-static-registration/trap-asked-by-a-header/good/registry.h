#pragma once

using Effect = int (*)(int);

bool register_effect(const char *name, Effect effect);
int run_all(int sample);
